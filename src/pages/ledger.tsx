import { definePage } from '@/shell/define-page';
import { PlatformLedger } from '@/shell/screens/platform-ledger';

export default definePage(PlatformLedger, { titleKey: 'common:text-platform-ledger', texts: ['ledger'] });
