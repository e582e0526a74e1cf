import { ApprovalsPage } from '@/features/settings/approvals/approvals-page';
import { definePage } from '@/shell/define-page';

export default definePage(ApprovalsPage, { titleKey: 'common:text-approvals', texts: ['settings', 'form'] });
