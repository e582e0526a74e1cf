/** A message of `GET dev/outbox`: in demo mode nothing is sent, and administrators read mail and SMS here. */
export interface DemoMessage {
  id: number;
  channel: 'mail' | 'sms';
  recipient: string;
  template: string;
  /** E-mail only. */
  subject: string | null;
  body: string;
  created_at: string;
  sent_at: string | null;
}
