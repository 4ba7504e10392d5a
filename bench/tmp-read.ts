import { readCommerceml } from '#integrations/onec/read-commerceml.ts';
import { readXml } from '#integrations/onec/read-xml.ts';
import { makeCommerceml } from './make-commerceml.ts';

if (process.argv[2] === 'make') {
  await makeCommerceml('/tmp/onec/big', { goods: 20000, groups: 150, priceTypes: 12, warehouses: 12 });
  process.exit();
}
let n = 0;
const noop = () => {};
for (const f of ['import.xml', 'offers.xml']) {
  let c = process.cpuUsage();
  await readXml('/tmp/onec/big/' + f, f, {
    open() {
      n++;
    },
    text: noop,
    close: noop,
  });
  let d = process.cpuUsage(c);
  console.log(f, 'xml', (d.user + d.system) / 1e6);
  c = process.cpuUsage();
  await readCommerceml('/tmp/onec/big/' + f, f, {
    container: noop,
    groups: noop,
    property: noop,
    priceType: noop,
    warehouse: noop,
    unit: noop,
    good() {
      n++;
    },
    offer() {
      n++;
    },
    document: noop,
    pause: () => undefined,
  } as any);
  d = process.cpuUsage(c);
  console.log(f, 'entities', (d.user + d.system) / 1e6);
}
console.log(process.resourceUsage().maxRSS / 1024);
