import { vendorStaffs } from '@/contract/shops/staffs';
import { resourcePage } from '@/crud/resource-page';
import { VendorStaffsList } from '@/features/shops/staffs/vendor-staffs-list';

export default resourcePage(vendorStaffs, { List: VendorStaffsList });
