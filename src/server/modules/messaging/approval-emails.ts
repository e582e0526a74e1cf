import type { ApprovalKind, ApprovalState } from '@/contract/settings/approvals';
import { type Email, greeting, paragraphs } from './email-text';

/** What is asked for, as the object of «подтвердить». */
const actions: Record<ApprovalKind, string> = {
  payout: 'выплату',
  'payout-word': 'отметку о выплате без выписки',
  'payout-line': 'связь строки выписки с выплатами',
  adjustment: 'корректировку баланса',
  refund: 'возврат денег',
  payment: 'решение о деньгах покупателя',
  commission: 'изменение комиссии магазина',
  requisites: 'изменение реквизитов магазина',
  'fast-payments': 'изменение телефона для выплат',
  admin: 'назначение администратора',
  export: 'выгрузку контактов покупателей',
  rules: 'изменение правил для двоих',
  difference: 'исправление расхождения сверки',
  receipt: 'исправление чека',
  transfer: 'зачёт перевода покупателя',
  invitation: 'приглашение в команду',
  role: 'расширение роли',
  points: 'начисление баллов',
  settings: 'изменение настроек о деньгах',
  coupon: 'купон за счёт площадки',
};

/** `выплату (№ 5, «Лавка»)`. */
const named = ({ kind, title }: { kind: ApprovalKind; title: string }): string =>
  title ? `${actions[kind]} (${title})` : actions[kind];

/** To everybody who may confirm a request. */
export const approvalWaits = (input: {
  name: string;
  by: string;
  kind: ApprovalKind;
  title: string;
  link: string;
}): Email => ({
  template: 'approval-waits',
  subject: `Нужно ваше решение: ${named(input)}`,
  body: paragraphs(
    greeting(input.name),
    `${input.by} просит подтвердить ${named(input)}.`,
    `Посмотрите, что именно будет сделано, и подтвердите или отклоните: ${input.link}`,
  ),
});

/** To everybody who may confirm, when the rules (`about` is null) or the people who may confirm have changed. */
export const confirmersChanged = (input: {
  name: string;
  about: string | null;
  by: string | null;
  link: string;
}): Email => ({
  template: 'confirmers-changed',
  subject:
    input.about === null
      ? 'Изменились правила решений вдвоём'
      : 'Изменилось, кто подтверждает важные действия',
  body: paragraphs(
    greeting(input.name),
    input.about === null
      ? 'Правила, по которым деньги и права меняют двое, стали другими.'
      : `Изменились права подтверждать просьбы: ${input.about}.`,
    `Изменение сделал: ${input.by ?? 'тот, кто управляет сервером'}.`,
    `Если вы этого не ждали, проверьте команду и просьбы: ${input.link}`,
  ),
});

const outcomes: Record<ApprovalState, string> = {
  waiting: 'ждёт решения',
  confirmed: 'подтверждено и выполнено',
  declined: 'отклонено',
  expired: 'больше не действует',
  withdrawn: 'отозвано',
};

/** To whoever prepared a request. */
export const approvalDecided = (input: {
  name: string;
  kind: ApprovalKind;
  title: string;
  state: ApprovalState;
  reason: string | null;
  link: string;
}): Email => ({
  template: `approval-${input.state}`,
  subject: `Просьба подтвердить ${named(input)}: ${outcomes[input.state]}`,
  body: paragraphs(
    greeting(input.name),
    `Ваша просьба подтвердить ${named(input)}: ${outcomes[input.state]}.`,
    ...(input.state === 'declined' && input.reason ? [`Причина: ${input.reason}`] : []),
    ...(input.state === 'expired'
      ? ['Запись за это время изменилась. Проверьте её и, если нужно, подготовьте просьбу снова.']
      : []),
    `Подробности: ${input.link}`,
  ),
});
