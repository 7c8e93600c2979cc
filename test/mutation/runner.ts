/** How vitest runs tests in each stage. Vitest takes it from a default export. */
import { writeFileSync } from 'node:fs';
import { FreshRunner } from './fresh-runner.ts';
import { SameRunner } from './same-runner.ts';
import { SurveyRunner } from './survey-runner.ts';
import { pidFile, readTask } from './work.ts';

const task = readTask();
writeFileSync(pidFile(task.journal), String(process.pid));

export default { survey: SurveyRunner, same: SameRunner, fresh: FreshRunner }[task.stage];
