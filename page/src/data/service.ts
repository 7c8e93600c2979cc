/** Calls to the service that the page came from, with the token of whoever looks, if one is asked for. */

/** In memory only: it is gone with the page. */
let token = '';

export function useToken(given: string): void {
  token = given.trim();
}

/** An answer other than 2xx, in the service's own words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== '') headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(path, { ...init, headers, credentials: 'omit' });
  if (response.ok) return response;
  throw new Refusal(
    response.status,
    messageIn(await response.text()) ?? `the service answers ${response.status}`,
  );
}

/** `{"error": {"message": "…"}}`, or null. */
function messageIn(body: string): string | null {
  try {
    const { error }: { error?: { message?: unknown } } = JSON.parse(body);
    return typeof error?.message === 'string' ? error.message : null;
  } catch {
    return null;
  }
}
