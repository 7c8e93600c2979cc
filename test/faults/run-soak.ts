/** `npm run soak [-- SECONDS CONNECTIONS]`: prints the figures as JSON; fails when one is out of its bounds. */
import { soak } from './soak.ts';

const SECONDS = 60;
const CONNECTIONS = 10_000;

/** Both budgets, 4,000 connections of some 60 KB, and what the heap takes while megabytes become objects. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** What reviews are meant to keep, and what they must: one of the largest bodies takes up to 50 ms, and two groups have turns. */
const MEANT_TIMES = 3;
const LONGEST_P99_MS = 250;

const [seconds = SECONDS, connections = CONNECTIONS] = process.argv.slice(2).map(Number);
const figures = await soak({ quietSeconds: Math.max(2, seconds / 6), loadSeconds: seconds, connections });
const { quiet, loaded, memoryBytes } = figures;
const times = Number((loaded.p99Ms / quiet.p99Ms).toFixed(2));
console.log(JSON.stringify({ ...figures, p99Times: times, asMeant: times <= MEANT_TIMES }, null, 2));
if (loaded.failed > 0 || loaded.p99Ms > LONGEST_P99_MS || memoryBytes.most > MOST_BYTES) process.exitCode = 1;
