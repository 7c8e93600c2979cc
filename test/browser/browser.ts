/** A page of Debian's chromium for one test, with all that it asks for and all that it complains of written down. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

const CHROMIUM = '/usr/bin/chromium';

/** As root there is no sandbox, and nothing in it calls home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface OpenedPage {
  readonly page: Page;
  /** Requests to any other host than the one that was opened. */
  readonly strangers: string[];
  /** Errors and warnings of the console, exceptions, and answers that refuse. */
  readonly complaints: string[];
}

/** One browser for all tests of a file. */
export function useBrowser() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!existsSync(CHROMIUM)) throw new Error('chromium is missing: apt-get install -y chromium');
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  });
  afterAll(() => browser?.close());
  return async (url: string, options: BrowserContextOptions = {}): Promise<OpenedPage> => {
    if (browser === undefined) throw new Error('the browser is opened before the first test');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const strangers: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(url).origin) strangers.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(url);
    return { page, strangers, complaints };
  };
}
