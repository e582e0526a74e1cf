import { MyShops } from '@/features/shops/shop-home/my-shops';
import { definePage } from '@/shell/define-page';

export default definePage(MyShops, { titleKey: 'common:sidebar-nav-item-my-shops', texts: ['shops'] });
