import { dark, lite } from './colour.ts';
import { ell, lin, line, path, rect, scaled } from './svg.ts';

const SKIN = '#dcb08c';

/** An open hand 19 cm long, the wrist down; (x, y) is the bottom of the wrist. `cm` is a centimetre of the picture. */
export function hand(x: number, y: number, cm: number): string {
  const outline =
    'M-110,300V60Q-140,-40 -134,-150Q-131,-196 -100,-196Q-72,-194 -71,-150L-66,-50L-60,-290Q-56,-334 -24,-332Q4,-330 8,-288L12,-60L34,-300Q40,-340 68,-334Q98,-328 95,-286L80,-50L122,-228Q134,-266 160,-256Q184,-247 177,-208L140,50Q196,-20 230,-18Q262,-14 246,26L160,180Q134,220 124,300Z';
  const folds = 'M-84,40Q0,92 110,36M-96,110Q-10,150 60,250M-104,-60h32M-60,-150h58M14,-160h66M104,-110l54,14';
  return scaled(
    x,
    y - 300 * ((cm * 19) / 640),
    (cm * 19) / 640,
    path(outline, '#3a2c14', 'opacity=".16" transform="translate(14 16)"') +
      path(outline, lin(-140, -300, 220, 300, [0, lite(SKIN, 0.25)], [0.6, SKIN], [1, dark(SKIN, 0.16)])) +
      line(folds, dark(SKIN, 0.22), 5, 'opacity=".7"') +
      rect(-118, 262, 250, 60, '#1c6a53', 12),
  );
}

/** A grown person of 175 cm in work clothes; (x, y) between the feet. */
export function person(x: number, y: number, cm: number): string {
  const cloth = '#2f6f5b';
  const shirt = '#d8cdb8';
  const leg = (side: number) =>
    path(
      `M${side * 16},-760L${side * 170},-760Q${side * 176},-420 ${side * 150},-90H${side * 40}Q${side * 44},-420 ${side * 16},-760Z`,
      lin(-170, 0, 170, 0, [0, lite(cloth, 0.14)], [1, dark(cloth, 0.22)]),
    ) + path(`M${side * 34},-100H${side * 152}Q${side * 196},-70 ${side * 214},0H${side * 30}Z`, '#4d473c');
  const arm = (side: number) =>
    path(
      `M${side * 176},-1380Q${side * 268},-1340 ${side * 276},-1120L${side * 262},-820Q${side * 256},-770 ${side * 226},-772Q${side * 196},-776 ${side * 200},-830L${side * 190},-1100Z`,
      lin(-270, 0, 270, 0, [0, lite(shirt, 0.2)], [1, dark(shirt, 0.16)]),
    ) + path(`M${side * 204},-800Q${side * 200},-690 ${side * 232},-676Q${side * 268},-690 ${side * 260},-800Z`, SKIN);
  return scaled(
    x,
    y,
    cm / 10,
    ell(0, 0, 330, 46, '#3a2c14', 'opacity=".2"') +
      leg(-1) +
      leg(1) +
      arm(-1) +
      arm(1) +
      path(
        'M-186,-1380Q-100,-1432 -60,-1440H60Q100,-1432 186,-1380L178,-740H-178Z',
        lin(-186, 0, 186, 0, [0, lite(shirt, 0.24)], [1, dark(shirt, 0.14)]),
      ) +
      path(
        'M-120,-1240H120L150,-980L178,-740H-178L-150,-980Z',
        lin(-170, 0, 170, 0, [0, lite(cloth, 0.16)], [1, dark(cloth, 0.2)]),
      ) +
      rect(-112, -1430, 30, 220, cloth, 8) +
      rect(82, -1430, 30, 220, cloth, 8) +
      rect(-70, -1160, 140, 110, dark(cloth, 0.16), 14) +
      rect(-48, -1500, 96, 90, dark(SKIN, 0.12), 30) +
      ell(0, -1590, 108, 130, SKIN) +
      path('M-112,-1590Q-124,-1752 0,-1752Q124,-1752 112,-1590Q90,-1660 0,-1664Q-90,-1660 -112,-1590Z', '#5f4630'),
  );
}
