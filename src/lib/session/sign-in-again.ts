import { isViewing, loseSession, onCredentials, readCredentials, shownCredentials } from './session';
import { unsavedInput } from './unsaved-input';

/** Opens the dialog for the session of this token; false when it cannot, so that the session is lost. */
type Ask = (token: string) => boolean;

let ask: Ask | undefined;
/** Token → the one that the same person got by signing in again. */
const replaced = new Map<string, string>();
let asking: Promise<boolean> | undefined;

/** The dialog host subscribes: the HTTP client lies below it. Returns the unsubscribe function. */
export function onSessionEnd(open: Ask): () => void {
  ask = open;
  return () => {
    ask = undefined;
  };
}

/** True while the dialog is open: the answers to its password are its own. */
export const isSigningInAgain = (): boolean => asking !== undefined;

/**
 * The server has refused a token. With something to lose, which is unsaved input or the refused change itself, the
 * person signs in again in place (rules/panel: a lost session ends once); else the session ends. True when the request
 * may be repeated.
 */
export async function signInAgain(sent: string, isChange: boolean): Promise<boolean> {
  const current = shownCredentials()?.token;
  // Nothing is sent when the cookie is gone: what has ended is the session that it belonged to.
  const token = sent === '' && readCredentials() === null ? current : sent;
  if (current !== token) return current !== undefined && replaced.get(sent) === current;
  if (token === undefined) return false;
  if (asking) return asking;
  // A view is not signed in to.
  const hasToLose = !isViewing && (isChange || unsavedInput.size > 0);
  if (!hasToLose || !ask?.(token)) {
    loseSession(token);
    return false;
  }
  asking = new Promise((resolve) => {
    const stop = onCredentials(() => {
      const now = readCredentials()?.token;
      if (now === token) return;
      stop();
      asking = undefined;
      if (now !== undefined) replaced.set(sent, now).set(token, now);
      resolve(now !== undefined);
    });
  });
  return asking;
}
