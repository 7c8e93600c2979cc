/** `npm run conformance:record`: asks a real API server what is wrong with what stands in test/conformance, pods and decoding. */
import { writeFileSync } from 'node:fs';
import { type DecodingAnswer, decodingAnswersFile } from '../conformance/decoding/answers.ts';
import { WRITTEN } from '../conformance/decoding/values.ts';
import { type Answers, answersFile } from '../conformance/pods/answers.ts';
import { MANIFESTS } from '../conformance/pods/every-slip.ts';
import { startControlPlane } from './harness/control-plane.ts';
import { refusalIn } from './harness/refusals.ts';
import { daemonSetsPath, podsPath } from './harness/workloads.ts';

const plane = await startControlPlane({ apiServerArgs: ['--allow-privileged=true'] });
let failed = true;
try {
  const client = plane.client();
  const { gitVersion }: { gitVersion: string } = JSON.parse((await client.raw('GET', '/version')).text);
  const answers: Record<string, Answers['answers'][string]> = {};
  const notJudged: string[] = [];
  for (const { about, object } of MANIFESTS) {
    const path = object.kind === 'Pod' ? podsPath('default') : daemonSetsPath('default');
    const refusal = refusalIn(await client.raw('POST', `${path}?dryRun=All&fieldValidation=Strict`, object));
    if (refusal.stage === 'decoding' || refusal.stage === 'admission') {
      notJudged.push(`${about}: ${refusal.message}`);
      continue;
    }
    answers[about] = refusal.causes.map(({ reason, field }) => `${field} ${reason}`).toSorted();
  }
  writeFileSync(answersFile, `${JSON.stringify({ kubernetes: gitVersion, answers }, null, 2)}\n`);
  const decoded: Record<string, DecodingAnswer> = {};
  for (const { about, path, object } of WRITTEN) {
    const refusal = refusalIn(await client.raw('POST', `${path}?dryRun=All&fieldValidation=Strict`, object));
    const { unknown, wrongType } = refusal;
    decoded[about] = { unknown: unknown.toSorted(), ...(wrongType !== undefined && { wrongType }) };
  }
  writeFileSync(
    decodingAnswersFile,
    `${JSON.stringify({ kubernetes: gitVersion, answers: decoded }, null, 2)}\n`,
  );
  console.log(`${MANIFESTS.length + WRITTEN.length} answers of Kubernetes ${gitVersion}`);
  // Something before validation has refused them: they ask for what cannot be compared.
  if (notJudged.length > 0) throw new Error(`not judged:\n${notJudged.join('\n')}`);
  failed = false;
} finally {
  const logs = await plane.stop({ failed });
  if (logs !== undefined) console.error(`logs of the control plane: ${logs}`);
}
