import * as yup from 'yup';
import { postalLine } from '@/contract/accounts/addresses/region';
import { postalAddress } from '@/contract/accounts/addresses/schema';
import { phone, socials, website } from '@/contract/core/rules';
import { isSocialIcon } from '@/contract/shops/socials';
import { requisitesSchema } from '../shops/requisites';

const line = (length: number) => yup.string().trim().max(length, 'error-too-long').nullable();

/** An address with its point on the map, and its one-line text, which is always derived from the fields. */
const location = () =>
  postalAddress()
    .shape({
      lat: yup.number().min(-90, 'error-wrong-value').max(90, 'error-wrong-value').nullable(),
      lng: yup.number().min(-180, 'error-wrong-value').max(180, 'error-wrong-value').nullable(),
      formattedAddress: line(1000),
    })
    .transform((value: Record<string, unknown> | null) => {
      if (!value) return value;
      return { ...value, formattedAddress: postalLine(value as Parameters<typeof postalLine>[0]) || null };
    });

const contactDetails = yup.object({
  location: location().nullable().default(null),
  contact: phone().required('error-phone-required'),
  website: website().required('error-website-required').max(300, 'error-too-long'),
  emailAddress: yup
    .string()
    .trim()
    .lowercase()
    .email('error-email-format')
    .required('error-email-required')
    .max(254, 'error-too-long'),
  socials: socials().test('icons', 'error-wrong-value', (rows) =>
    rows.every(({ icon }) => isSocialIcon(icon)),
  ),
});

/** Contacts without a text count as missing: the server returns them to clients that expect an object. */
const emptyToNull = (value: unknown) => (hasText(value) ? value : null);

export function hasText(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  return value !== null && typeof value === 'object' && Object.values(value).some(hasText);
}

/**
 * Company tab of the settings: the operator of the marketplace. Requisites are printed on statements and invoices; bank
 * details are visible to administrators only.
 */
export const companySettingsSchema = yup.object({
  contactDetails: contactDetails.nullable().default(null).transform(emptyToNull),
  companyRequisites: requisitesSchema.nullable().default(null),
  siteLink: website().max(200, 'error-too-long').nullable(),
  copyrightText: line(200),
  externalText: line(80),
  externalLink: website().max(200, 'error-too-long').nullable(),
});

export type CompanySettings = yup.InferType<typeof companySettingsSchema>;
