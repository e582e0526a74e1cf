import { VendorSettings } from '@/features/shops/vendor-settings/vendor-settings';

export default function VendorSettingsPage() {
  return <VendorSettings />;
}

VendorSettingsPage.titleKey = 'common:sidebar-nav-item-owner-settings';
