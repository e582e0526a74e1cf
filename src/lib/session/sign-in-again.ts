import { useEffect, useRef } from 'react';
import { isViewing, loseSession, onCredentials, readCredentials } from './session';

/** Opens the dialog for the session of this token; false when it cannot, so that the session is lost. */
type Ask = (token: string) => boolean;

let ask: Ask | undefined;
/** Forms and dialogs with input that a reload would lose. */
const unsaved = new Set<object>();
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

/** Says whether this form has input that a reload would lose. */
export function keepInput(owner: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(owner);
  else unsaved.delete(owner);
}

/** Whether something on the page would be lost with it. */
export const hasInput = (): boolean => unsaved.size > 0;

/** The same for a component, until it goes. */
export function useKeptInput(isUnsaved: boolean): void {
  const owner = useRef({});
  useEffect(() => {
    const { current } = owner;
    keepInput(current, isUnsaved);
    return () => keepInput(current, false);
  }, [isUnsaved]);
}

/** True while the dialog is open: the answers to its password are its own. */
export const isSigningInAgain = (): boolean => asking !== undefined;

/**
 * The server has refused a token. With something to lose, which is unsaved input or the refused change itself, the
 * person signs in again in place (rules/panel: a lost session ends once); else the session ends. True when the request
 * may be repeated.
 */
export async function signInAgain(token: string, isChange: boolean): Promise<boolean> {
  const current = readCredentials()?.token;
  if (current !== token) return current !== undefined && replaced.get(token) === current;
  if (asking) return asking;
  // A view is not signed in to.
  const hasToLose = !isViewing && (isChange || hasInput());
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
      if (now !== undefined) replaced.set(token, now);
      resolve(now !== undefined);
    });
  });
  return asking;
}
