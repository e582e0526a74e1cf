import type { FieldValues } from 'react-hook-form';
import { requisitesToSend, requisitesValues } from '@/components/domain/requisites/values';
import type { VendorSettings } from '@/contract/shops/vendor-settings';

export function settingsValues(settings: VendorSettings | undefined): FieldValues {
  return {
    company: requisitesValues(settings?.company),
    fast_payments: {
      phone: settings?.fast_payments?.phone ?? '',
      member: settings?.fast_payments?.member ?? '',
    },
    notifications: {
      email: settings?.notifications.email ?? '',
      enable: settings?.notifications.enable ?? false,
    },
  };
}

/** The values to validate: an empty section is optional. */
export function settingsToSend(values: FieldValues): FieldValues {
  const { phone, member } = values.fast_payments ?? {};
  return {
    company: requisitesToSend(values.company),
    fast_payments: phone || member ? { phone, member } : null,
    notifications: values.notifications,
  };
}
