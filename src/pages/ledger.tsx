import { PlatformLedger } from '@/features/ledger/platform-ledger';
import { definePage } from '@/shell/define-page';

export default definePage(PlatformLedger, { titleKey: 'common:text-platform-ledger', texts: ['ledger'] });
