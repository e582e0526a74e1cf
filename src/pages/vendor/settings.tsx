import { VendorSettings } from '@/features/shops/vendor-settings/vendor-settings';
import { definePage } from '@/shell/define-page';

export default definePage(VendorSettings, { titleKey: 'common:sidebar-nav-item-owner-settings' });
