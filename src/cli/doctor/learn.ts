/** Asks for something, and says why it was not told: for want of rights, or because there is no such thing. */
import { ApiError } from '../../cluster/api/api-answer.ts';
import { type Known, known, notKnown } from '../../explain/doctor/known.ts';

/** No answer at all is still an exception: then there is no cluster to look at. */
export async function learn<T>(ask: () => Promise<T>): Promise<Known<T>> {
  try {
    return known(await ask());
  } catch (error) {
    if (error instanceof ApiError) return notKnown(error.message);
    throw error;
  }
}
