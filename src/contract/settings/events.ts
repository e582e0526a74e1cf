import * as yup from 'yup';
import { bells, mailEvents, type Receiver, smsEvents } from './event-names';

/** A missing switch is off, as in other clients of the dialect (rules/settings: every switch has its effect). */
const flags = <Name extends string>(names: readonly Name[]) =>
  yup
    .object(
      Object.fromEntries(
        names.map((name) => [name, yup.boolean().required('error-wrong-value').default(false)]),
      ),
    )
    .required('error-wrong-value')
    .default(() => Object.fromEntries(names.map((name) => [name, false])));

const byReceiver = (events: Record<Receiver, readonly string[]>) =>
  yup
    .object({ admin: flags(events.admin), vendor: flags(events.vendor), customer: flags(events.customer) })
    .required('error-wrong-value');

/** Kinds that other clients do not know stay on when they are not sent. */
const bell = (name: (typeof bells)[number]) =>
  yup.boolean().required('error-wrong-value').default(!['order', 'message', 'storeNotice'].includes(name));

/** Events tab of the settings: which events are sent to whom, by which channel. */
export const eventSettingsSchema = yup.object({
  emailEvent: byReceiver(mailEvents),
  smsEvent: byReceiver(smsEvents),
  pushNotification: yup
    .object({ all: yup.object(Object.fromEntries(bells.map((name) => [name, bell(name)]))) })
    .required('error-wrong-value'),
});
