import { definePage } from '@/shell/define-page';
import { Approvals } from '@/shell/screens/approvals';

export default definePage(Approvals, { titleKey: 'common:text-approvals', texts: ['settings', 'form'] });
