import type { SmtpSettings } from './mail/mail';
import type { SmsSettings } from './sms/sms';

/** Services that send what the outbox holds; a channel without one keeps its messages there. */
export interface SendSettings {
  smtp?: SmtpSettings | undefined;
  sms?: SmsSettings | undefined;
}
