import { expect, test } from 'vitest';
import { EventBook } from '../../../../src/server/events/event-book.ts';
import { refused } from './notes.ts';

function booked() {
  const clock = { now: 1_000_000 };
  const dropped: string[] = [];
  const book = new EventBook(
    () => clock.now,
    (reason) => void dropped.push(reason),
  );
  /** Writes all that may be written, and says what. */
  const write = () => {
    const due = book.due(() => true);
    for (const event of due) {
      book.spend(event);
      book.written(event);
    }
    return due.map(({ note, count, isWritten }) => `${note.about.name} ${count}${isWritten ? ' again' : ''}`);
  };
  return { clock, dropped, book, write };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

test('the first time at once, and then with its count after five minutes', () => {
  const { clock, book, write } = booked();
  book.tell(refused());
  const first = write();

  for (let times = 0; times < 500; times += 1) book.tell(refused());
  clock.now += 4 * MINUTE_MS;
  const tooSoon = write();
  clock.now += MINUTE_MS;
  const again = write();
  clock.now += 5 * MINUTE_MS;

  expect(first).toEqual(['agent 1']);
  expect(tooSoon).toEqual([]);
  expect(again).toEqual(['agent 501 again']);
  expect(write()).toEqual([]);
});

test('the newest words are told, and other words are not another event', () => {
  const { book } = booked();
  book.tell(refused());
  book.tell(refused('agent', 'shop', { message: 'update refused: DW301' }));

  expect(book.due(() => true)).toMatchObject([{ count: 2, note: { message: 'update refused: DW301' } }]);
});

test('25 at once, and then one every four seconds', () => {
  const { clock, book, write } = booked();
  for (let index = 0; index < 40; index += 1) book.tell(refused(`agent-${index}`));

  const atOnce = write().length;
  clock.now += 3_999;
  const tooSoon = write().length;
  clock.now += 1;
  const oneMore = write().length;
  clock.now += 8_000;

  expect([atOnce, tooSoon, oneMore, write().length]).toEqual([25, 0, 1, 2]);
});

test('a tenant who sends ever new names does not keep others from being told', () => {
  const { clock, dropped, book, write } = booked();
  for (let index = 0; index < 500; index += 1) book.tell(refused(`flood-${index}`, 'flood'));
  book.tell(refused('agent', 'shop'));

  const first = write();
  for (let index = 500; index < 1_000; index += 1) book.tell(refused(`flood-${index}`, 'flood'));
  book.tell(refused('other', 'garden'));
  clock.now += 4_000;
  const next = write();

  expect(first).toContain('agent 1');
  expect(next).toEqual(['other 1']);
  expect(dropped.length).toBeGreaterThan(900);
  expect(book.size).toBeLessThanOrEqual(52);
});

test('it remembers a thousand at the most, and forgets what has been told first', () => {
  const { dropped, book, write } = booked();
  for (let index = 0; index < 1_000; index += 1) book.tell(refused('agent', `ns-${index}`));
  book.tell(refused('late', 'late'));
  const full = [book.size, dropped.length];
  write();
  book.tell(refused('later', 'later'));

  expect(full).toEqual([1_000, 1]);
  expect([book.size, dropped.length]).toEqual([1_000, 1]);
});

test('what was told is forgotten after an hour, and what never could be is dropped', () => {
  const { clock, dropped, book, write } = booked();
  book.tell(refused());
  write();
  book.tell(refused('held', 'shop', { isKnownToAll: true }));

  clock.now += HOUR_MS;
  const due = book.due(({ isKnownToAll }) => !isKnownToAll);

  expect(due).toEqual([]);
  expect(book.size).toBe(0);
  expect(dropped).toEqual(['Refused']);
});

test('what the cluster has forgotten begins anew', () => {
  const { clock, book, write } = booked();
  book.tell(refused());
  write();
  book.tell(refused());
  clock.now += 5 * MINUTE_MS;
  const [event] = book.due(() => true);
  if (event === undefined) throw new Error('nothing is due');

  book.renew(event);

  expect(write()).toEqual(['agent 1']);
});
