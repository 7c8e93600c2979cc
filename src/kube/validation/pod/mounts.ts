/** The rules for what a container mounts. */
import type { JsonObject } from '../../../json/object.ts';
import { type FieldError, forbidden, invalid, notFound } from '../field-error.ts';
import { inEachOf, isTrue, objectAt, objectsAt, requireText, textAt, validateWord } from './fields.ts';
import { validateLocalPath } from './paths.ts';

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

/** The API server leaves the position out of the fields of paths below the volume and of propagation. */
export function validateMounts(
  container: JsonObject,
  volumes: ReadonlySet<string>,
  field: string,
): FieldError[] {
  const list = `${field}.volumeMounts`;
  const paths = new Set<string>();
  const isPrivileged = isTrue(objectAt(container, 'securityContext'), 'privileged');
  return inEachOf(container, 'volumeMounts', field, (mount, at) => {
    const name = textAt(mount, 'name');
    const path = textAt(mount, 'mountPath');
    const isRepeated = paths.has(path);
    paths.add(path);
    const [subPath, subPathExpr] = [textAt(mount, 'subPath'), textAt(mount, 'subPathExpr')];
    const isTwoWay = textAt(mount, 'mountPropagation') === 'Bidirectional';
    return [
      ...requireText(mount, 'name', at),
      ...(volumes.has(name) ? [] : [notFound(`${at}.name`, name, 'there is no such volume in this pod')]),
      ...requireText(mount, 'mountPath', at),
      ...(isRepeated ? [invalid(`${at}.mountPath`, path, 'is mounted twice')] : []),
      ...(subPath === '' ? [] : validateLocalPath(subPath, `${list}.subPath`)),
      ...(subPathExpr === '' ? [] : validateLocalPath(subPathExpr, `${list}.subPathExpr`)),
      ...(subPath !== '' && subPathExpr !== ''
        ? [invalid(`${at}.subPathExpr`, subPathExpr, 'must not be beside subPath')]
        : []),
      ...validateWord(mount, 'mountPropagation', PROPAGATIONS, list),
      ...(isTwoWay && !isPrivileged
        ? [forbidden(`${list}.mountPropagation`, 'Bidirectional is for privileged containers only')]
        : []),
      ...validateReadOnly(mount, `${list}.recursiveReadOnly`),
    ];
  });
}

function validateReadOnly(mount: JsonObject, field: string): FieldError[] {
  const mode = textAt(mount, 'recursiveReadOnly');
  if (mode !== 'Enabled' && mode !== 'IfPossible') return [];
  return isTrue(mount, 'readOnly') ? [] : [forbidden(field, 'must not be set unless readOnly is true')];
}

/** The volumes that are mounted as block devices have to be there too. */
export function validateDevices(
  container: JsonObject,
  volumes: ReadonlySet<string>,
  field: string,
): FieldError[] {
  return objectsAt(container, 'volumeDevices').flatMap((device, index) => {
    const at = `${field}.volumeDevices[${index}]`;
    const name = textAt(device, 'name');
    return [
      ...requireText(device, 'name', at),
      ...requireText(device, 'devicePath', at),
      ...(volumes.has(name) ? [] : [notFound(`${at}.name`, name, 'there is no such volume in this pod')]),
    ];
  });
}
