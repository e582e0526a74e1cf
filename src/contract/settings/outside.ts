/** Services outside that the product may use (design §8), in the order in which they are shown. */
export const outsideServices = [
  'database',
  'files',
  'mail',
  'sms',
  'suggest',
  'delivery',
  'sbp-members',
  'sbp-payments',
  'descriptions',
  'maps',
  'reports',
] as const;

export type OutsideServiceName = (typeof outsideServices)[number];

/** `connected`: a real service is asked; `built-in`: our own stands in for it; `off`: nothing offers it. */
export type ServiceState = 'connected' | 'built-in' | 'off';

/**
 * Why a service did not do what it was asked: `timeout`, `unreachable`, `refused` (it said no), `broken` (it failed),
 * `unreadable` (its answer is none). Digits behind a blank are the status that it answered with.
 */
export type ServiceFailure =
  `${'timeout' | 'unreachable' | 'refused' | 'broken' | 'unreadable'}${'' | ` ${number}`}`;

/** One line of `GET outside`: how a service stands, never with what it is reached by. */
export interface OutsideService {
  name: OutsideServiceName;
  state: ServiceState;
  /** The host that is asked; without a path, a user or a key. */
  host: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  last_failure: ServiceFailure | null;
}

/** `expired`: held a code or a link that did not work any more when its turn came, so it was not sent. */
export const letterStates = ['waiting', 'sent', 'failed', 'expired'] as const;

export type LetterState = (typeof letterStates)[number];

export const letterChannels = ['mail', 'sms'] as const;

/** A letter or an SMS as administrators see it: without its text, which may hold somebody's code. */
export interface OutboxLetter {
  id: number;
  channel: (typeof letterChannels)[number];
  recipient: string;
  template: string;
  subject: string | null;
  state: LetterState;
  attempts: number;
  created_at: string;
  /** When it is tried again; only while it waits. */
  next_at: string | null;
  sent_at: string | null;
  last_error: string | null;
}

/** `GET outside`. */
export interface OutsideState {
  services: OutsideService[];
  outbox: Record<LetterState, number>;
}
