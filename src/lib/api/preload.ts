import { readCredentials } from '@/lib/session/session';

declare global {
  interface Window {
    /** Answers that `public/early.js` has asked for, by address; undefined where one failed. */
    earlyAnswers?: { token: string | undefined; answers: Record<string, Promise<unknown>>; hasList: boolean };
  }
}

/** Later than this after the start of the document an answer may be old. */
const lifetime = 15_000;

/** True while there may be such answers: without them nothing is waited for. */
export function hasEarly(): boolean {
  return typeof window !== 'undefined' && window.earlyAnswers !== undefined;
}

/** True when all that the page asks for first is on its way: the page of a list, or one that is open to everybody. */
export function isAnsweredEarly(): boolean {
  const { token, hasList } = window.earlyAnswers ?? {};
  return token === undefined || hasList === true;
}

/** The answer to a GET that was asked for while the program was on its way, once; undefined when there is none. */
export async function takeEarly(address: string): Promise<unknown> {
  if (!window.earlyAnswers) return undefined;
  const { token, answers } = window.earlyAnswers;
  const answer = answers[address];
  delete answers[address];
  if (performance.now() > lifetime || token !== readCredentials()?.token) return undefined;
  return answer;
}
