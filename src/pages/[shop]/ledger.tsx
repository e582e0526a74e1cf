import { ShopLedger } from '@/features/ledger/shop-ledger';

export default function ShopLedgerPage() {
  return <ShopLedger />;
}

ShopLedgerPage.titleKey = 'common:text-ledger';
ShopLedgerPage.texts = ['ledger'];
