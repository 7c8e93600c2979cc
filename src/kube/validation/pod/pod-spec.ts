/**
 * The API server's rules for the spec of a pod that nothing else here reads: containers, volumes and what belongs to them.
 * Give it an object whose types have been checked. Not looked at: Windows, devices of resource claims, rare volumes.
 */
import type { JsonObject } from '../../../json/object.ts';
import { isIpAddress } from '../../metadata/ip-address.ts';
import {
  DNS_SUBDOMAIN,
  dnsLabelProblems,
  dnsSubdomainProblems,
  type Syntax,
  syntaxProblems,
} from '../../metadata/names.ts';
import { type FieldError, invalid, invalidForEach, required } from '../field-error.ts';
import { validateContainers } from './containers.ts';
import {
  inEachOf,
  isSet,
  isTrue,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  validateDefaultedWord,
} from './fields.ts';
import { validatePodAffinities, validateSpread } from './pod-affinity.ts';
import { validateHostNetworkPorts } from './ports.ts';
import { validatePodSecurityContext } from './security.ts';
import { validateVolumes } from './volumes.ts';

/** What the API server fills in. */
const DEFAULT_GRACE_SECONDS = 30;
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
/** What the resolver of Linux takes. */
const MOST_NAMESERVERS = 3;
const MOST_SEARCHES = 32;

export function validatePodDetails(spec: JsonObject, field: string, isPod: boolean): FieldError[] {
  const { names, errors } = validateVolumes(spec, field);
  const containers = objectsAt(spec, 'containers');
  const grace = numberAt(spec, 'terminationGracePeriodSeconds') ?? DEFAULT_GRACE_SECONDS;
  return [
    ...errors,
    ...validateContainers(spec, field, { volumes: names, isPod, grace }),
    ...(isTrue(spec, 'hostNetwork') ? validateHostNetworkPorts(containers, `${field}.containers`) : []),
    ...validateDefaultedWord(spec, 'dnsPolicy', DNS_POLICIES, field),
    ...validateDns(spec, field),
    ...validatePodSecurityContext(spec, field),
    ...validatePodAffinities(objectAt(spec, 'affinity'), `${field}.affinity`),
    ...validateSpread(spec, field),
    ...validateNames(spec, field),
    ...validateHostAliases(spec, field),
  ];
}

function validateNames(spec: JsonObject, field: string): FieldError[] {
  const at = (key: string, problems: (name: string) => string[]) =>
    invalidForEach(`${field}.${key}`, textAt(spec, key), problems(textAt(spec, key)));
  const isGiven = (key: string) => textAt(spec, key) !== '';
  return [
    ...(isGiven('serviceAccountName') ? at('serviceAccountName', dnsSubdomainProblems) : []),
    ...['hostname', 'subdomain'].filter(isGiven).flatMap((key) => at(key, dnsLabelProblems)),
    // Of this one empty text is a name, and a wrong one.
    ...(isSet(spec, 'runtimeClassName') ? at('runtimeClassName', dnsSubdomainProblems) : []),
  ];
}

function validateDns(spec: JsonObject, field: string): FieldError[] {
  const at = `${field}.dnsConfig`;
  const config = objectAt(spec, 'dnsConfig');
  const nameservers = textsAt(config, 'nameservers');
  const searches = textsAt(config, 'searches');
  if (textAt(spec, 'dnsPolicy') === 'None' && nameservers.length === 0) {
    const missing = isSet(spec, 'dnsConfig') ? `${at}.nameservers` : at;
    return [required(missing, 'must have a name server when dnsPolicy is None')];
  }
  return [
    ...(nameservers.length > MOST_NAMESERVERS
      ? [invalid(`${at}.nameservers`, undefined, `must be no more than ${MOST_NAMESERVERS}`)]
      : []),
    ...nameservers.flatMap((address, index) => validateAddress(address, `${at}.nameservers[${index}]`)),
    ...(searches.length > MOST_SEARCHES
      ? [invalid(`${at}.searches`, undefined, `must be no more than ${MOST_SEARCHES}`)]
      : []),
    ...searches.flatMap((domain, index) => validateSearch(domain, `${at}.searches[${index}]`)),
    ...objectsAt(config, 'options').flatMap((option, index) =>
      textAt(option, 'name') === '' ? [required(`${at}.options[${index}]`, 'must have a name')] : [],
    ),
  ];
}

/** A name with `_` in it is one here: those of services have them. */
const SEARCH: Syntax = {
  ...DNS_SUBDOMAIN,
  pattern: /^_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?(?:\._?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?)*$/,
};

function validateSearch(domain: string, field: string): FieldError[] {
  if (domain === '.') return [];
  return invalidForEach(field, domain, syntaxProblems(domain.replace(/\.$/, ''), SEARCH));
}

function validateHostAliases(spec: JsonObject, field: string): FieldError[] {
  return inEachOf(spec, 'hostAliases', field, (alias, at) => [
    ...validateAddress(textAt(alias, 'ip'), `${at}.ip`),
    ...textsAt(alias, 'hostnames').flatMap((name, index) =>
      invalidForEach(`${at}.hostnames[${index}]`, name, dnsSubdomainProblems(name)),
    ),
  ]);
}

function validateAddress(address: string, field: string): FieldError[] {
  return isIpAddress(address) ? [] : [invalid(field, address, 'must be an IP address')];
}
