/** A field does not hold what its type asks for. */
export class FieldError extends Error {
  readonly path: string;
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.name = 'FieldError';
    this.path = path;
    this.problem = problem;
  }
}
