import type { SmtpSettings } from './mail/mail';
import type { SmsSettings } from './sms/sms';

/** Services that send messages of the outbox; without one a channel's messages stay there. */
export interface SendSettings {
  smtp?: SmtpSettings | undefined;
  sms?: SmsSettings | undefined;
}

export interface Channels {
  mail: boolean;
  sms: boolean;
}

/** By which ways messages reach people; a demo shows what it would send. */
export const channelsOf = ({ demo, smtp, sms }: SendSettings & { demo: boolean }): Channels => ({
  mail: demo || Boolean(smtp),
  sms: demo || Boolean(sms),
});
