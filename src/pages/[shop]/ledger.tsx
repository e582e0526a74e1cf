import { definePage } from '@/shell/define-page';
import { ShopLedger } from '@/shell/screens/shop-ledger';

export default definePage(ShopLedger, { titleKey: 'common:text-ledger', texts: ['ledger'] });
