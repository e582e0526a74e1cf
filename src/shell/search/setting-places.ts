import type { ShopStub } from '@/contract/accounts/auth';
import { topRole } from '@/contract/core/permissions';
import { requisiteCards, type SettingsCard, settingsCards } from '@/features/settings/settings-cards';
import { isOffered, type MenuPerson } from '@/shell/menu/offered';

/** An owner's own settings. */
const vendorCards: readonly SettingsCard[] = [
  ...requisiteCards('/vendor/settings', 'company', 'shops:vendor.parts.company', {
    company: 'form:requisites.company-text',
    bank: 'form:requisites.bank-text',
    taxes: 'form:requisites.taxes-text',
  }),
  {
    page: '/vendor/settings',
    title: 'shops:vendor.parts.fast_payments',
    text: 'shops:vendor.fast-payments-text',
    places: [
      { id: 'field-fast-phone', label: 'shops:vendor.fields.phone' },
      { id: 'field-fast-member', label: 'shops:vendor.fields.member' },
    ],
  },
  {
    page: '/vendor/settings',
    title: 'shops:vendor.parts.notifications',
    places: [
      { id: 'field-notify', label: 'shops:vendor.fields.enable' },
      { id: 'field-notify-email', label: 'shops:vendor.fields.notify-email' },
    ],
  },
];

/** The form of a shop by its sections. */
const shopCard: SettingsCard = {
  page: '/[shop]/edit',
  title: 'shops:shops.sections',
  places: [
    ...['main', 'pictures', 'address', 'contacts', 'schedule', 'delivery'].map((id) => ({
      id,
      label: `shops:shops.${id}`,
    })),
    { id: 'requisites', label: 'shops:shops.requisites', help: 'shops:shops.requisites-text' },
  ],
};

const profileCard: SettingsCard = {
  page: '/profile-update',
  title: 'accounts:profile.information',
  places: [
    { id: 'name', label: 'accounts:auth.name' },
    { id: 'contact', label: 'accounts:auth.phone' },
    { id: 'new-email', label: 'accounts:profile.new-email', help: 'accounts:profile.email-text' },
    { id: 'old-password', label: 'accounts:profile.change-password', help: 'accounts:profile.password-text' },
    {
      id: 'second-factor',
      label: 'accounts:second-factor.section',
      help: 'accounts:second-factor.section-text',
    },
    { id: 'notifications', label: 'accounts:preferences.title', help: 'accounts:preferences.text' },
    { id: 'sessions', label: 'accounts:profile.sessions', help: 'accounts:profile.sessions-text' },
  ],
};

/** Cards of settings that a person may open; those of a shop once for each of the shops. */
export function listSettingCards(
  person: MenuPerson,
  shops: readonly ShopStub[],
): (SettingsCard & { shop?: string })[] {
  const ofShops = shops.map((shop) => ({
    ...shopCard,
    page: `/${encodeURIComponent(shop.slug)}/edit`,
    shop: shop.name,
  }));
  // Administrators also hold owner permissions, but have no menu of a vendor.
  const own = topRole(person.permissions) === 'super_admin' ? settingsCards : vendorCards;
  return [...own, profileCard, ...ofShops].filter(({ page }) => isOffered(page, person));
}
