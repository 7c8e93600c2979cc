/** The entry of the single-file build: the program itself, or in a thread of it what reads large bodies there. */
import { isMainThread } from 'node:worker_threads';

/** Said by whoever makes the thread: see build/single.ts. */
const reader = process.argv.at(-1);

if (isMainThread) await import('../src/main.ts');
else if (reader === 'call-reader') await import('../src/server/reading/call-reader.ts');
else if (reader === 'manifest-reader') await import('../src/server/reading/manifest-reader.ts');
else await import('../src/server/reading/review-reader.ts');
