import * as yup from 'yup';
import {
  isAccountAtBank,
  isBic,
  isCorrespondentAccount,
  isInn,
  isKpp,
  isOgrn,
  isOgrnip,
} from '@/contract/core/requisites';
import { choice, freeText } from '@/contract/core/rules';

/** Legal forms of vendors: organisation, entrepreneur, self-employed. */
export const legalForms = ['organisation', 'entrepreneur', 'self_employed'] as const;

/** Tax systems of receipts. */
export const taxSystems = ['osn', 'usn_income', 'usn_income_outcome', 'esn', 'patent', 'npd'] as const;

export type TaxSystem = (typeof taxSystems)[number];

/** VAT rates in force from 2026. */
export const vatRates = ['none', 'vat0', 'vat5', 'vat7', 'vat10', 'vat22'] as const;

export type VatRate = (typeof vatRates)[number];

const digits = () =>
  yup
    .string()
    .trim()
    .transform((text: unknown) => (typeof text === 'string' ? text.replace(/[\s\u00a0-]/g, '') : text));

/**
 * Requisites of a vendor. Each has its own message, for the length first and then for the control digit (rules/shops:
 * requisites have control digits). Only organisations have КПП; the self-employed have no registration number.
 */
export const requisitesSchema = yup.object({
  legal_form: choice(legalForms, 'error-legal-form-required'),
  legal_name: freeText().required('error-legal-name-required').max(300, 'error-too-long'),
  inn: digits()
    .required('error-inn-required')
    .when('legal_form', ([form], inn) =>
      form === 'organisation'
        ? inn.matches(/^\d{10}$/, { message: 'error-inn-length-10', excludeEmptyString: true })
        : inn.matches(/^\d{12}$/, { message: 'error-inn-length-12', excludeEmptyString: true }),
    )
    .test('digit', 'error-inn-checksum', (inn) => !inn || !/^(\d{10}|\d{12})$/.test(inn) || isInn(inn)),
  kpp: digits()
    .uppercase()
    .nullable()
    .when('legal_form', ([form], kpp) =>
      form === 'organisation'
        ? kpp
            .required('error-kpp-required')
            .test('format', 'error-kpp-format', (text) => !text || isKpp(text))
        : kpp.transform(() => null),
    ),
  ogrn: digits()
    .nullable()
    .when('legal_form', ([form], ogrn) => {
      if (form === 'self_employed') return ogrn.transform(() => null);
      const isOwn = form === 'entrepreneur' ? isOgrnip : isOgrn;
      const kind = form === 'entrepreneur' ? 'ogrnip' : 'ogrn';
      const length = form === 'entrepreneur' ? /^3\d{14}$/ : /^[15]\d{12}$/;
      return ogrn
        .required(`error-${kind}-required`)
        .matches(length, { message: `error-${kind}-format`, excludeEmptyString: true })
        .test('digit', `error-${kind}-checksum`, (text) => !text || !length.test(text) || isOwn(text));
    }),
  legal_address: freeText().required('error-legal-address-required').max(500, 'error-too-long'),
  bic: digits()
    .required('error-bic-required')
    .test('format', 'error-bic-format', (bic) => !bic || isBic(bic)),
  bank_name: freeText().required('error-bank-name-required').max(300, 'error-too-long'),
  correspondent_account: digits()
    .required('error-correspondent-account-required')
    .matches(/^301\d{17}$/, { message: 'error-correspondent-account-format', excludeEmptyString: true })
    .test('digit', 'error-correspondent-account-checksum', (account, { parent }) => {
      const canTell = account && /^301\d{17}$/.test(account) && isBic(String(parent.bic));
      return !canTell || isCorrespondentAccount(String(parent.bic), account);
    }),
  account: digits()
    .required('error-account-required')
    .matches(/^\d{20}$/, { message: 'error-account-format', excludeEmptyString: true })
    .test('digit', 'error-account-checksum', (account, { parent }) => {
      const canTell = account && /^\d{20}$/.test(account) && isBic(String(parent.bic));
      return !canTell || isAccountAtBank(String(parent.bic), account);
    }),
  payment_email: yup.string().trim().lowercase().email('error-email-format').nullable(),
  tax_system: choice(taxSystems, 'error-tax-system-required'),
  vat_rate: choice(vatRates, 'error-vat-rate-required'),
});

export type Requisites = yup.InferType<typeof requisitesSchema>;
