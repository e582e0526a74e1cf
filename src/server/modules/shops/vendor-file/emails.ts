import { dayText } from '@/contract/settings/business-day';
import { type Email, greeting, paragraphs } from '@/server/modules/messaging/email-text';

export const paperDeclined = (data: {
  name: string;
  shop: string;
  reason: string | null;
  link: string;
}): Email => ({
  template: 'vendor-paper-declined',
  subject: `Документ магазина «${data.shop}» не принят`,
  body: paragraphs(
    greeting(data.name),
    `Мы проверили документ магазина «${data.shop}» и не приняли его.${data.reason ? `\nПричина: ${data.reason}` : ''}`,
    `Загрузите исправленный документ:\n${data.link}`,
  ),
});

/** `until`: the last day of validity. */
export const paperExpires = (data: { name: string; shop: string; until: string; link: string }): Email => ({
  template: 'vendor-paper-expires',
  subject: `Документ магазина «${data.shop}» действует до ${dayText(data.until)}`,
  body: paragraphs(
    greeting(data.name),
    `Документ магазина «${data.shop}» действует до ${dayText(data.until)}. Загрузите новый заранее, чтобы мы успели его проверить.`,
    `Документы магазина:\n${data.link}`,
  ),
});

export const paperExpired = (data: {
  name: string;
  shop: string;
  until: string;
  isPaused: boolean;
  link: string;
}): Email => ({
  template: 'vendor-paper-expired',
  subject: data.isPaused
    ? `Магазин «${data.shop}» приостановлен: истёк срок документа`
    : `Истёк срок документа магазина «${data.shop}»`,
  body: paragraphs(
    greeting(data.name),
    `Срок документа магазина «${data.shop}» истёк ${dayText(data.until)}.${
      data.isPaused
        ? ' Магазин и его товары не видны покупателям, пока мы не примем новый документ. После этого магазин откроется сам.'
        : ''
    }`,
    `Загрузите новый документ:\n${data.link}`,
  ),
});

export const statusEnded = (data: {
  name: string;
  shop: string;
  isPaused: boolean;
  link: string;
}): Email => ({
  template: 'vendor-status-ended',
  subject: data.isPaused
    ? `Магазин «${data.shop}» приостановлен: нет статуса самозанятого`
    : `Магазин «${data.shop}»: налоговая не подтверждает статус самозанятого`,
  body: paragraphs(
    greeting(data.name),
    `По данным налоговой, вы больше не платите налог на профессиональный доход.${
      data.isPaused
        ? ` Магазин «${data.shop}» и его товары не видны покупателям, пока это не исправлено. После этого магазин откроется сам.`
        : ''
    }`,
    `Встаньте на учёт снова или смените в реквизитах форму и налоговый режим:\n${data.link}`,
  ),
});

export const shopReopened = (data: { name: string; shop: string; link: string }): Email => ({
  template: 'vendor-file-complete',
  subject: `Магазин «${data.shop}» снова работает`,
  body: paragraphs(
    greeting(data.name),
    `Документы приняты: магазин «${data.shop}» снова работает, его товары видят покупатели.`,
    `Документы магазина:\n${data.link}`,
  ),
});
