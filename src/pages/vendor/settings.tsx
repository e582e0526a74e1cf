import dynamic from 'next/dynamic';

const VendorSettingsForm = dynamic(() =>
  import('@/features/shops/vendor-settings/vendor-settings-form').then((module) => module.VendorSettingsForm),
);

export default function VendorSettingsPage() {
  return <VendorSettingsForm />;
}

VendorSettingsPage.titleKey = 'common:sidebar-nav-item-owner-settings';
