import { readdirSync, readFileSync } from 'node:fs';
import { dictionaryFiles, textsOf, withoutPlural } from '@tests/dictionaries';
import { beforeAll, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import type { AnyResource, Column, Filter, FormField } from '@/contract/core/define';
import { errorCodes } from '@/contract/core/errors';
import { optionKeys } from '@/contract/core/files/option-keys';
import { firstSteps } from '@/contract/insights/first-steps';
import { reportPeriods, reportSchedules } from '@/contract/insights/saved-reports';
import { accountRules, providers, summedAccounts } from '@/contract/ledger/accounts';
import { paymentMethods } from '@/contract/ledger/providers';
import { notifyTypes } from '@/contract/messaging/notifications/kinds';
import { changeStates } from '@/contract/orders/change';
import { orderStatuses, paymentGateways, paymentStatuses } from '@/contract/orders/status';
import { attemptStates } from '@/contract/payments/attempts';
import { exchangeOutcomes } from '@/contract/payments/exchanges';
import { differenceKinds, differenceStates, lineMatches } from '@/contract/payments/reconciliation';
import { breakdowns } from '@/contract/payments/rehearsal';
import { taskAnswers } from '@/contract/payments/tasks';
import { attemptEnds } from '@/contract/payments/views';
import { couponRefusals, couponStates } from '@/contract/promotions/coupons/rules';
import { receiptStates } from '@/contract/receipts/receipt';
import { receiptFailures } from '@/contract/receipts/registers';
import { refundStates } from '@/contract/refunds/states';
import { approvalKinds, approvalStates } from '@/contract/settings/approvals';
import { bells, receivers } from '@/contract/settings/event-names';
import { messageStates } from '@/contract/settings/outside';
import { paperKeys } from '@/contract/shops/vendor-file';
import * as cards from '@/features/settings/settings-cards';
import { settingName, settingsCards } from '@/features/settings/settings-cards';

/** Lists of the contract that people read word by word, with the section of each. */
const lists: Record<string, readonly string[]> = {
  'common:errors': Object.keys(errorCodes),
  'accounts:preferences.types': notifyTypes,
  'insights:first-steps.steps': firstSteps,
  'insights:saved-reports.periods': reportPeriods,
  'insights:saved-reports.schedules': reportSchedules,
  'ledger:ledger.accounts': Object.keys(accountRules),
  'ledger:ledger.account-hints': summedAccounts,
  'orders:orders.edit.states': changeStates,
  'orders:orders.options.order_status': orderStatuses,
  'orders:orders.events.statuses': orderStatuses,
  'insights:search.statuses': orderStatuses,
  'orders:orders.options.payment_gateway': paymentGateways,
  'orders:orders.options.payment_status': paymentStatuses,
  'payments:payments.ends': attemptEnds,
  'payments:payments.methods': paymentMethods,
  'payments:payments.providers': providers,
  'payments:payments.states': attemptStates,
  'payments:payments.tasks.answers': [...new Set(Object.values(taskAnswers).flat())],
  'payments:payments.tasks.kinds': Object.keys(taskAnswers),
  'payments:payments.tasks.texts': Object.keys(taskAnswers),
  'payments:payments.trail.outcomes': exchangeOutcomes,
  'payments:reconciliation.kinds': differenceKinds,
  'payments:reconciliation.matches': lineMatches,
  'payments:reconciliation.states': differenceStates,
  'payments:rehearsal.breakdowns': breakdowns,
  'promotions:coupons.answers': couponRefusals,
  'promotions:coupons.options.status': couponStates,
  ...Object.fromEntries(receiptFailures.map((code) => [`receipts:failures.${code}`, ['name', 'todo']])),
  'receipts:receipts.states': receiptStates,
  'refunds:refunds.options.status': refundStates,
  'settings:approvals.kinds': approvalKinds,
  'settings:approvals.states': approvalStates,
  'settings:settings.bells': bells,
  'settings:settings.receivers': receivers,
  'settings:services.outbox.states': messageStates,
  'shops:vendor-file.papers': paperKeys,
};

/** The keys that one text may have; the first known one is shown. */
type Keys = readonly string[];

const each = (section: string, values: readonly string[]): Keys[] =>
  values.map((value) => [`${section}.${value}`]);

/** What lists, forms, filters and tabs of a family show for its declaration (contract/core/define). */
function wordsOfFamily(family: AnyResource): Keys[] {
  const own = `${family.domain}:${family.name}`;
  const part = family.only ? [`${own}.${family.only.name}`] : [];
  const label = (key: string): Keys => [`${own}.fields.${key}`, `common:fields.${key}`];
  const option = (key: string, value: string): Keys =>
    optionKeys(value).map((one) => `${own}.options.${key}.${one}`);
  const columns = family.columns as Column<Record<string, unknown>>[];
  const fields = family.fields as FormField<Record<string, unknown>>[];
  return [
    [`common:families.${family.name}`, ...part.map((one) => `${one}.title`)],
    ...columns.map(({ key }) => label(key)),
    ...columns.flatMap(({ key, tones = {} }) => Object.keys(tones).map((value) => option(key, value))),
    ...fields.map(({ key }) => label(key)),
    ...fields.flatMap(({ key, options = [] }) => options.map((value) => option(key, value))),
    ...fields.flatMap(({ key, items = [] }) => items.map((item) => label(`${key}-${item.key}`))),
    ...family.filters
      .filter(({ kind }: Filter) => kind !== 'bound')
      .map(({ key }: Filter): Keys => label(key)),
    ...family.filters.flatMap(({ key, options = [] }: Filter) => options.map((value) => option(key, value))),
    ...each(`${own}.tabs`, Object.keys(family.tabs ?? {})),
  ];
}

/** Fields and choices of the settings, and the headings above them. */
function wordsOfSettings(): Keys[] {
  const fields = Object.values(cards as Record<string, unknown>)
    .filter((value): value is Record<string, object> => typeof value === 'object' && !Array.isArray(value))
    .flatMap((groups) => Object.values(groups).flat() as FormField<Record<string, unknown>>[]);
  expect(fields.length).toBeGreaterThan(60);
  const name = ({ key }: { key: string }) => settingName(key);
  return [
    ...settingsCards.flatMap(({ title, text, places }) => [
      ...[title, ...(text ? [text] : [])].map((key) => [key]),
      ...places.map(({ label }) => [label]),
    ]),
    ...fields.map((field) => [`settings:settings.fields.${name(field)}`]),
    ...fields.flatMap((field) =>
      (field.options ?? []).map((value) => [
        `settings:settings.options.${name(field)}.${value === '' ? 'none' : value}`,
      ]),
    ),
    ...fields.flatMap(({ key, items = [] }) =>
      items.map((item) => [
        `settings:settings.fields.${settingName(key)}-${item.key}`,
        `settings:settings.fields.${item.key}`,
      ]),
    ),
  ];
}

/** Families and actions that the server writes to the journal by name. */
function wordsOfJournal(): Keys[] {
  const written = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('demo'))
    .flatMap((path) => [
      ...readFileSync(`src/server/${path}`, 'utf8').matchAll(/audit\(\w+, \{[^}]*?\}\)?/gs),
    ])
    .map(([call]) => call);
  const named = (key: string) => [
    ...new Set(written.flatMap((call) => new RegExp(`\\b${key}: '([^']+)'`).exec(call)?.[1] ?? [])),
  ];
  const actions = named('action');
  const families = named('family');
  expect(actions.length).toBeGreaterThan(40);
  expect(families.length).toBeGreaterThan(15);
  return [
    ...actions.map((action) => {
      const key = action.replaceAll(':', '-');
      return [`insights:history.actions.${key}`, `insights:activity.actions.${key}`];
    }),
    ...families.map((family) => [`common:families.${family}`, `insights:activity.families.${family}`]),
  ];
}

describe.each(['ru', 'en', 'ar'])('words in %s', (language) => {
  const known = new Set<string>();
  beforeAll(() => {
    for (const file of dictionaryFiles) {
      for (const [key, text] of textsOf(language, file)) {
        if (text !== '')
          known
            .add(`${file.replace('.json', '')}:${withoutPlural(key)}`)
            .add(`${file.replace('.json', '')}:${key}`);
      }
    }
  });
  const lacking = (asked: Keys[]) =>
    asked.filter((keys) => !keys.some((key) => known.has(key))).map((keys) => keys.join(' | '));

  it('name every status, kind and answer of the contract', () => {
    expect(lacking(Object.entries(lists).flatMap(([section, values]) => each(section, values)))).toEqual([]);
  });

  it('name the columns, fields, options, filters and tabs of every family', () => {
    expect(lacking(Object.values(resources as Record<string, AnyResource>).flatMap(wordsOfFamily))).toEqual(
      [],
    );
  });

  it('name every setting and its choices', () => {
    expect(lacking(wordsOfSettings())).toEqual([]);
  });

  it('name every action and family of the journal', () => {
    expect(lacking(wordsOfJournal())).toEqual([]);
  });
});
