import type { legalForms, Requisites, taxSystems, vatRates } from '@/contract/shops/requisites';

type RequisiteValues = Record<string, unknown>;

// The compiler checks these against the contract's lists, whose module would bundle yup.
const forms: Record<(typeof legalForms)[number], true> = {
  organisation: true,
  entrepreneur: true,
  self_employed: true,
};
const systems: Record<(typeof taxSystems)[number], true> = {
  osn: true,
  usn_income: true,
  usn_income_outcome: true,
  esn: true,
  patent: true,
  npd: true,
};
const rates: Record<(typeof vatRates)[number], true> = {
  none: true,
  vat0: true,
  vat5: true,
  vat7: true,
  vat10: true,
  vat22: true,
};

export const legalFormOptions = Object.keys(forms);
export const taxSystemOptions = Object.keys(systems);
export const vatRateOptions = Object.keys(rates);

const empty: Record<keyof Requisites, string> = {
  legal_form: 'organisation',
  legal_name: '',
  inn: '',
  kpp: '',
  ogrn: '',
  legal_address: '',
  bic: '',
  bank_name: '',
  correspondent_account: '',
  account: '',
  payment_email: '',
  tax_system: '',
  vat_rate: '',
};

/** Requisites in the form of `RequisitesFields`; empty without stored ones. */
export function requisitesValues(requisites: Partial<Requisites> | null | undefined): RequisiteValues {
  const source: RequisiteValues = { ...requisites };
  return Object.fromEntries(Object.entries(empty).map(([key, initial]) => [key, source[key] ?? initial]));
}

/**
 * Requisites as sent: null while untouched, so that they can be filled in later. Use it in the form's `shown`, because
 * null skips validation.
 */
export function requisitesToSend(values: unknown): RequisiteValues | null {
  if (typeof values !== 'object' || values === null) return null;
  const written = Object.entries(values).some(
    ([key, value]) => key !== 'legal_form' && typeof value === 'string' && value.trim() !== '',
  );
  return written ? { ...values, payment_email: Reflect.get(values, 'payment_email') || null } : null;
}

/** Key of a requisite's label by its path in a form, `requisites.bic`; undefined for other fields. */
export function requisiteLabel(path: string): string | undefined {
  const [, name] = /^(?:requisites|company|companyRequisites)\.(\w+)$/.exec(path) ?? [];
  return name && `form:requisites.fields.${name}`;
}
