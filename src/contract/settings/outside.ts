/** External services, in display order. */
export const outsideServices = [
  'database',
  'files',
  'mail',
  'sms',
  'suggest',
  'delivery',
  'npd',
  'sbp-members',
  'sbp-payments',
  'yookassa',
  'tbank',
  'atol',
  'descriptions',
  'maps',
  'reports',
] as const;

export type OutsideServiceName = (typeof outsideServices)[number];

/** Nothing of ours asks them, or the journal of exchanges says more than the last answer. */
export const unwatchedServices: readonly OutsideServiceName[] = [
  ...(['database', 'sbp-payments', 'yookassa', 'tbank', 'atol', 'maps'] as const),
];

/** `connected`: external; `built-in`: our own stand-in; `off`: not offered. */
export type ServiceState = 'connected' | 'built-in' | 'off';

/**
 * Failures of a service: `timeout`, `unreachable`, `refused` (rejected), `broken` (server error), `unreadable` (malformed response).
 * The HTTP status follows after a space.
 */
export type ServiceFailure =
  `${'timeout' | 'unreachable' | 'refused' | 'broken' | 'unreadable'}${'' | ` ${number}`}`;

/** State of a service in `GET outside`, without credentials. */
export interface OutsideService {
  name: OutsideServiceName;
  state: ServiceState;
  /** Host name, without path, user or key. */
  host: string | null;
  last_success_at: string | null;
  last_failure_at: string | null;
  last_failure: ServiceFailure | null;
}

/** `expired`: not sent, because its code or link was no longer valid. */
export const messageStates = ['waiting', 'sent', 'failed', 'expired'] as const;

export type MessageState = (typeof messageStates)[number];

export const messageChannels = ['mail', 'sms'] as const;

/** In place of an error: its recipient, who has no account, had as many messages as they get in a day. */
export const dailyLimit = 'daily-limit';

/** An e-mail or SMS for administrators, without its text, which may contain a code. */
export interface OutboxLetter {
  id: number;
  channel: (typeof messageChannels)[number];
  recipient: string;
  template: string;
  subject: string | null;
  state: MessageState;
  attempts: number;
  created_at: string;
  /** Next attempt, while it waits. */
  next_at: string | null;
  sent_at: string | null;
  last_error: string | null;
}

/** `GET outside`. */
export interface OutsideState {
  services: OutsideService[];
  outbox: Record<MessageState, number>;
}
