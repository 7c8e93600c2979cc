/** Asks the ops port of a service that runs. */
import { bodyOf } from '../../cluster/api/api-answer.ts';
import { plainConnection } from '../../cluster/api/connection.ts';
import { VERSION } from '../../config/identity.ts';
import { errorCode, messageOf } from '../../json/error-message.ts';
import { isObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import { CommandError, EXIT } from '../command.ts';

/** Explanations of 10,000 nodes have some megabytes; nothing of ours has more. */
const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024;

const ANSWERED_WITHIN_MS = 30_000;

/** On the same machine: who takes longer to say its version is not there. */
const FOUND_WITHIN_MS = 1_000;

export interface OpsPort {
  readonly url: string;
  readonly token?: string | undefined;
}

/** The text of an answer. What is refused, and what is not known, is an error with the words of the service. */
export async function askOpsPort({ url, token }: OpsPort, path: string, command: string): Promise<string> {
  const failed = (message: string, code: CommandError['code']) =>
    new CommandError(`daemonward: ${command}: ${message}`, code);
  let status: number;
  let text: string;
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const answer = await plainConnection(url, `daemonward/${VERSION}`, token).send(
      { method: 'GET', path },
      signal,
    );
    status = answer.status;
    text = await textOf(answer.body);
  } catch (error) {
    throw failed(`${url} was not reached (${messageOf(error) || errorCode(error)})`, EXIT.unreachable);
  }
  if (status === 200) return text;
  throw failed(`${url} answered ${status}: ${messageIn(text)}`, EXIT.findings);
}

/** Whether a Daemonward answers there. */
export async function isDaemonward(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(FOUND_WITHIN_MS);
    const sender = plainConnection(url, `daemonward/${VERSION}`);
    const body = await bodyOf(await sender.send({ method: 'GET', path: '/version' }, signal));
    const version: unknown = JSON.parse(await textOf(body));
    return isObject(version) && version.name === 'daemonward';
  } catch {
    return false;
  }
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_ANSWER_BYTES)
      throw new Error(`the answer has more than ${LARGEST_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function messageIn(text: string): string {
  try {
    const message = valueAt(JSON.parse(text), ['error', 'message']);
    return typeof message === 'string' ? message : 'no reason given';
  } catch {
    return 'no reason given; is this a Daemonward?';
  }
}
