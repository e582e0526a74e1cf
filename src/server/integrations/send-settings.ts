import type { SmtpSettings } from './mail/mail';
import type { SmsSettings } from './sms/sms';

/** Services that send messages of the outbox; without one a channel's messages stay there. */
export interface SendSettings {
  smtp?: SmtpSettings | undefined;
  sms?: SmsSettings | undefined;
}
