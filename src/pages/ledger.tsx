import { PlatformLedger } from '@/features/ledger/platform-ledger';

export default function LedgerPage() {
  return <PlatformLedger />;
}

LedgerPage.titleKey = 'common:text-platform-ledger';
LedgerPage.texts = ['ledger'];
