/** A message of `GET dev/outbox`: in demo mode nobody gets mail and SMS, administrators read them. */
export interface DemoMessage {
  id: number;
  channel: 'mail' | 'sms';
  recipient: string;
  /** Name of the template. */
  template: string;
  /** Of mail only. */
  subject: string | null;
  body: string;
  created_at: string;
  sent_at: string | null;
}
