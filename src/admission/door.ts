/** The six admission paths: a review in, an answer out. */
import type { FindGate } from '../fairness/waiting-book.ts';
import { isObject } from '../json/object.ts';
import { type Parsed, parsed, type Unparsed } from '../json/problem.ts';
import { readBinding, readDaemonSet, readOrder, readPod, type Typed } from '../kube/object-schema.ts';
import { readWorkload } from '../kube/workloads/workload.ts';
import { WORKLOAD_RESOURCES } from '../kube/workloads/workload-kinds.ts';
import { type CompiledPolicy, compilePolicy } from '../policy/compiled-policy.ts';
import type { PolicyView } from '../policy/policy-view.ts';
import type { FindForecast } from '../policy/rules/forecast.ts';
import type { FindRoomToGrow } from '../policy/rules/resize.ts';
import type { PolicySettings } from '../policy/settings.ts';
import { type About, ALLOWED, type Answer, writeAnswer } from './answer.ts';
import { daemonSetValidation, mutateDaemonSet } from './daemonset-hook.ts';
import { foresight } from './foresight.ts';
import { validateOrder } from './order-hook.ts';
import { podMutation, validateBinding, validatePod } from './pod-hook.ts';
import { resizeHook, unreadable } from './resize-hook.ts';
import { type Operation, parseEnvelope, parseReview, type Review, tooMuch } from './review.ts';
import { type Hook, type Named, type Reviewed, readReviewed } from './typed-review.ts';
import { validateWorkload } from './workload-hook.ts';

/** What was answered to one review, for whoever counts and logs. */
export interface AdmissionEvent extends About, Answer {
  readonly path: string;
  /** Whose API server asks, when the cluster has several; otherwise empty. */
  readonly partition: string;
  readonly uid: string;
  readonly operation: Operation;
  readonly dryRun: boolean;
  readonly kind: Review['request']['kind'];
  /** Of the object as it was before; empty when it is new. */
  readonly objectUid: string;
  /** What reading, deciding and answering took. */
  readonly seconds: number;
}

export interface AdmissionContext {
  /** The settings of this moment; the same object while nothing changes. */
  settings(): PolicySettings;
  readonly view: PolicyView;
  /** Left out where there is but one. */
  readonly partition?: string;
  now(): Date;
  observe(event: AdmissionEvent): void;
  /** Undefined where nobody keeps the account of the nodes: then pods grow as they like. */
  readonly roomToGrow?: FindRoomToGrow;
  /** Undefined where nobody knows the nodes: then nothing is foreseen. */
  readonly forecast?: FindForecast;
  /** Undefined where nobody would take gates off. */
  readonly gates?: FindGate | undefined;
}

type AnswerTo = (review: Review, policy: CompiledPolicy) => Parsed<About & Answer>;

/** What is answered on each path, by the resource that a review is about. */
function pathsOf({
  roomToGrow,
  forecast,
  gates,
}: AdmissionContext): Readonly<Record<string, Readonly<Record<string, AnswerTo>>>> {
  const validateDaemonSet = daemonSetValidation(foresight(forecast));
  return {
    '/validate/daemonsets': {
      daemonsets: answering('validate', readDaemonSet, validateDaemonSet),
      broadcastjobs: answering('validate', readDaemonSet, validateDaemonSet),
    },
    '/validate/pods': {
      pods: answering('validate', readPod, validatePod),
      'pods/binding': answering('validate', readBinding, validateBinding),
      bindings: answering('validate', readBinding, validateBinding),
      ...(roomToGrow && { 'pods/resize': resizeHook(roomToGrow) }),
    },
    '/validate/workloads': Object.fromEntries(
      WORKLOAD_RESOURCES.flatMap(({ resources }) => resources).map((resource) => [
        resource,
        answering('validate', readWorkload, validateWorkload),
      ]),
    ),
    '/validate/orders': { orders: answering('validate', readOrder, validateOrder) },
    '/mutate/daemonsets': { daemonsets: answering('mutate', readDaemonSet, mutateDaemonSet) },
    '/mutate/pods': { pods: answering('mutate', readPod, podMutation(gates)) },
  };
}

function answering<T extends Named>(
  hook: Hook,
  read: (value: unknown) => Typed<T>,
  answer: (reviewed: Reviewed<T>, policy: CompiledPolicy) => Answer,
): AnswerTo {
  return (review, policy) => {
    const reviewed = readReviewed(review, hook, policy, read);
    return reviewed.ok ? parsed({ ...reviewed.value, ...answer(reviewed.value, policy) }) : reviewed;
  };
}

/** One function a path, over a policy that follows its settings. */
export function admissionDoors(context: AdmissionContext): Map<string, ReviewDoor> {
  const policy = livePolicy(context);
  const { partition = '' } = context;
  return new Map(
    Object.entries(pathsOf(context)).map(([path, answers]) => [
      path,
      deeplyNestedIsRefused((bytes: Buffer) => {
        const begin = performance.now();
        const whole = parseReview(bytes);
        const review = whole.ok ? whole : envelopeOfResize(bytes, whole);
        if (!review.ok) return review;
        const { request } = review.value;
        const { resource } = request.resource;
        if (!Object.hasOwn(answers, resource)) return parsed(strange(path, review.value));
        const answerTo = answers[request.subResource ? `${resource}/${request.subResource}` : resource];
        // Status and scale are written by controllers.
        if (answerTo === undefined) return parsed(writeAnswer(review.value, ALLOWED));
        const answered = whole.ok
          ? answerTo(review.value, policy())
          : unreadable(review.value, policy(), whole);
        if (!answered.ok) return answered;
        const { subject, tenant, actor, decision, operations, warnings } = answered.value;
        const { uid, operation, kind } = request;
        const text = writeAnswer(review.value, answered.value, tenant);
        const seconds = (performance.now() - begin) / MS_PER_SECOND;
        const about = { path, partition, uid, operation, kind, dryRun: request.dryRun ?? false, seconds };
        const answer = { subject, tenant, actor, decision, operations, warnings };
        context.observe({ ...about, ...answer, objectUid: uidOf(request.oldObject) });
        return parsed(text);
      }),
    ]),
  );
}

const MS_PER_SECOND = 1000;

/** Of the hooks that only refuse, that of resizes alone fails open: to it an error means yes. */
function envelopeOfResize(bytes: Buffer, problem: Unparsed): Parsed<Review> {
  const review = problem.problem.code === 'too-many-values' ? parseEnvelope(bytes) : null;
  return review?.request.subResource === 'resize' ? parsed(review) : problem;
}

function uidOf(object: unknown): string {
  const metadata = isObject(object) ? object.metadata : undefined;
  return isObject(metadata) && typeof metadata.uid === 'string' ? metadata.uid : '';
}

type ReviewDoor = (bytes: Buffer) => Parsed<string>;

/**
 * Comparing and writing objects goes down level by level, and five thousand levels are too many for that. To count the
 * levels of every review would cost half of what answering it does: so they are counted when something has failed.
 */
function deeplyNestedIsRefused(door: ReviewDoor): ReviewDoor {
  return (bytes) => {
    try {
      return door(bytes);
    } catch (error) {
      const wrong = tooMuch(bytes);
      if (wrong === null) throw error;
      return wrong;
    }
  };
}

/** Compiles anew only when the settings are others than before. */
function livePolicy({ settings, view, now }: AdmissionContext): () => CompiledPolicy {
  let current = compilePolicy(settings(), view, now);
  return () => {
    const newest = settings();
    if (current.settings !== newest) current = compilePolicy(newest, view, now);
    return current;
  };
}

/**
 * A review about another resource means that the registration is wrong: refusing it could stop a cluster, so it passes,
 * and the person who made the request is told.
 */
function strange(path: string, review: Review): string {
  const resource = clip(review.request.resource.resource);
  const warning = `daemonward has no rule for ${resource} at ${path}: check the webhook registration`;
  return writeAnswer(review, { ...ALLOWED, warnings: [warning] });
}

/** The API server cuts warnings that grow long; a resource name this long is nobody's. */
const LONGEST_RESOURCE = 40;

/** Warnings go to a terminal: what no resource's name has in it does not. */
function clip(resource: string): string {
  const plain = resource.replace(/[^\w./-]/g, '?');
  return plain.length > LONGEST_RESOURCE ? `${plain.slice(0, LONGEST_RESOURCE)}…` : plain;
}
