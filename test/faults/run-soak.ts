/** `npm run soak [-- SECONDS CONNECTIONS]`: prints the figures as JSON; fails when one is out of its bounds. */
import { ELSEWHERE, soak } from './soak.ts';

const SECONDS = 60;
const CONNECTIONS = 10_000;

/** The memory limit of the manifests: both budgets, 2,000 connections, and what the heap takes while megabytes become objects. */
const MOST_BYTES = 1024 * 1024 * 1024;

/** Of what reviews take at their slowest, 99 of a hundred, while nothing else comes. On a busy machine it says nothing. */
const MOST_TIMES = 3;

const [seconds = SECONDS, connections = CONNECTIONS] = process.argv.slice(2).map(Number);
const figures = await soak({
  quietSeconds: Math.max(2, seconds / 6),
  loadSeconds: seconds,
  connections,
  niceness: ELSEWHERE,
  bodyStep: 1,
});
const { quiet, loaded, memoryBytes } = figures;
const times = Number((loaded.p99Ms / quiet.p99Ms).toFixed(2));
const isGood = loaded.failed === 0 && times <= MOST_TIMES && memoryBytes.most <= MOST_BYTES;
console.log(JSON.stringify({ ...figures, p99Times: times, mostTimes: MOST_TIMES, isGood }, null, 2));
if (!isGood) process.exitCode = 1;
