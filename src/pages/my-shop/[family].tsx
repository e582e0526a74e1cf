import { definePage } from '@/shell/define-page';
import { OwnList } from '@/shell/own-shops/own-list';

export default definePage(OwnList, { titleKey: 'common:sidebar-nav-item-my-shops' });
