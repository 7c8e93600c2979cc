/** Times as Go reads RFC 3339: a date alone is none, letters are upper case, and an hour may have one digit. */

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d))$/;

const LAST_MONTH = 12;
const LAST_HOUR = 23;
const LAST_MINUTE = 59;
/** Of the distance to UTC; Go takes these for people who write a whole day or a whole hour. */
const MOST_HOURS_OFF = 24;
const MOST_MINUTES_OFF = 60;

export function isTime(value: unknown): boolean {
  const parts = typeof value === 'string' ? TIME.exec(value) : null;
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, hoursOff = 0, minutesOff = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return (
    month >= 1 &&
    month <= LAST_MONTH &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour <= LAST_HOUR &&
    minute <= LAST_MINUTE &&
    second <= LAST_MINUTE &&
    hoursOff <= MOST_HOURS_OFF &&
    minutesOff <= MOST_MINUTES_OFF
  );
}

/** The day before the first of the next month; of four centuries later, as Date takes small years for others. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
}
