import type { ShopStub } from '@/contract/accounts/auth';
import { roleOf } from '@/contract/core/permissions';
import { requisiteCards, type SettingsCard, settingsCards } from '@/features/settings/settings-cards';
import { isOffered, type MenuPerson } from '@/shell/menu/menu';

/** An owner's own settings. */
const vendorCards: readonly SettingsCard[] = [
  ...requisiteCards('/vendor/settings', 'company', 'vendor.parts.company', {
    company: 'requisites.company-text',
    bank: 'requisites.bank-text',
    taxes: 'requisites.taxes-text',
  }),
  {
    page: '/vendor/settings',
    title: 'vendor.parts.fast_payments',
    text: 'vendor.fast-payments-text',
    places: [
      { id: 'field-fast-phone', label: 'vendor.fields.phone' },
      { id: 'field-fast-member', label: 'vendor.fields.member' },
    ],
  },
  {
    page: '/vendor/settings',
    title: 'vendor.parts.notifications',
    places: [
      { id: 'field-notify', label: 'vendor.fields.enable' },
      { id: 'field-notify-email', label: 'vendor.fields.notify-email' },
    ],
  },
];

/** The form of a shop by its sections. */
const shopCard: SettingsCard = {
  page: '/[shop]/edit',
  title: 'shops.sections',
  places: [
    ...['main', 'pictures', 'address', 'contacts', 'schedule', 'delivery'].map((id) => ({
      id,
      label: `shops.${id}`,
    })),
    { id: 'requisites', label: 'shops.requisites', help: 'shops.requisites-text' },
  ],
};

const profileCard: SettingsCard = {
  page: '/profile-update',
  title: 'profile.information',
  places: [
    { id: 'name', label: 'auth.name' },
    { id: 'contact', label: 'auth.phone' },
    { id: 'new-email', label: 'profile.new-email', help: 'profile.email-text' },
    { id: 'old-password', label: 'profile.change-password', help: 'profile.password-text' },
    { id: 'second-factor', label: 'second-factor.section', help: 'second-factor.section-text' },
    { id: 'notifications', label: 'preferences.title', help: 'preferences.text' },
    { id: 'sessions', label: 'profile.sessions', help: 'profile.sessions-text' },
  ],
};

/** Cards of settings that a person may open; those of a shop once for each of the shops. */
export function settingCardsOf(
  person: MenuPerson,
  shops: readonly ShopStub[],
): (SettingsCard & { shop?: string })[] {
  const ofShops = shops.map((shop) => ({
    ...shopCard,
    page: `/${encodeURIComponent(shop.slug)}/edit`,
    shop: shop.name,
  }));
  // Administrators also hold owner permissions, but have no menu of a vendor.
  const own = roleOf(person.permissions) === 'super_admin' ? settingsCards : vendorCards;
  return [...own, profileCard, ...ofShops].filter(({ page }) => isOffered(page, person));
}
