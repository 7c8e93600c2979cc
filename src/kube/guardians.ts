/** What marks a pod as a guardian. A label proves nothing by itself: whoever trusts one looks at its owner too. */
const GUARDIAN_COMPONENT = 'guardian';

/** By these guardians are listed and found again. */
export const GUARDIAN_LABELS = {
  'app.kubernetes.io/name': 'daemonward-guardian',
  'app.kubernetes.io/component': GUARDIAN_COMPONENT,
} as const;
