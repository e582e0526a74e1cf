import type { SettingsOptions } from '@/contract/settings';

/** Email signature from the settings: operator name and contacts. */
export function signatureOf({ siteTitle, contactDetails, companyRequisites }: SettingsOptions): string {
  const { legal_name: name, inn } = companyRequisites ?? {};
  const lines = [
    name && (inn ? `${name}, ИНН ${inn}` : name),
    contactDetails?.location?.formattedAddress,
    contactDetails &&
      [contactDetails.contact, contactDetails.emailAddress, contactDetails.website].join(' · '),
  ];
  return [`— ${siteTitle}`, ...lines.filter(Boolean)].join('\n');
}
