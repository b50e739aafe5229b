// The trained network of chapter 10 and the way from a drawing to its input, as in digits.py.

export const SIDE = 28;
const BOX = 20;
const SIZE = 112;
const RADIUS = 0.045;

// Read a safetensors file: eight bytes of length, a header of JSON, the arrays.
export function readNetwork(buffer) {
  const length = Number(new DataView(buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  const kinds = { I8: Int8Array, U16: Uint16Array, F32: Float32Array };
  const part = (name) => {
    const [from, to] = header[name].data_offsets;
    return new kinds[header[name].dtype](buffer.slice(8 + length + from, 8 + length + to));
  };
  const about = header.__metadata__;
  return { pixels: part("pixels"), Q: part("Q"), scale: part("scale"), bias: part("bias"),
    W2: part("W2"), beta: Number(about.beta), label: about.label };
}

export function scoresOf(net, x) {
  const hidden = net.bias.length;
  const sums = new Float64Array(hidden);
  net.pixels.forEach((pixel, p) => {
    const ink = x[pixel];
    if (ink !== 0) for (let j = 0; j < hidden; j++) sums[j] += ink * net.Q[p * hidden + j];
  });
  const scores = new Array(10).fill(0);
  for (let j = 0; j < hidden; j++) {
    const value = sums[j] * net.scale[j] + net.bias[j];
    if (value > 0) for (let k = 0; k < 10; k++) scores[k] += value * net.W2[10 * j + k];
  }
  return scores;
}

// Ink of a round pen on a square grid: rows of numbers from 0 to 1.
export function inkOf(strokes, size = SIZE, radius = RADIUS) {
  const nearest = new Float64Array(size * size).fill(Infinity);
  for (const stroke of strokes) {
    const points = stroke.length === 1 ? [stroke[0], stroke[0]] : stroke;
    for (let i = 1; i < points.length; i++) reach(nearest, size, radius, points[i - 1], points[i]);
  }
  return Array.from({ length: size }, (_, r) => Array.from({ length: size }, (_, c) =>
    Math.min(1, Math.max(0, (radius - nearest[r * size + c]) * size + 0.5))));
}

function reach(nearest, size, radius, [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const length2 = dx * dx + dy * dy;
  const edge = radius + 1 / size;
  const first = (u, v) => Math.max(0, Math.floor((Math.min(u, v) - edge) * size));
  const last = (u, v) => Math.min(size - 1, Math.ceil((Math.max(u, v) + edge) * size));
  for (let r = first(ay, by); r <= last(ay, by); r++)
    for (let c = first(ax, bx); c <= last(ax, bx); c++) {
      const [x, y] = [(c + 0.5) / size, (r + 0.5) / size];
      const t = length2 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length2)) : 0;
      const distance = Math.hypot(x - ax - t * dx, y - ay - t * dy);
      if (distance < nearest[r * size + c]) nearest[r * size + c] = distance;
    }
}

// MNIST's frame: a box of 20 pixels, then the centre of mass in the middle of 28 by 28.
export function frameOf(picture) {
  const size = picture.length;
  const frame = new Array(SIDE * SIDE).fill(0);
  const any = (test) => picture.map((_, i) => i).filter(test);
  const rows = any((r) => picture[r].some((ink) => ink > 0));
  const columns = any((c) => picture.some((row) => row[c] > 0));
  if (rows.length === 0) return frame;
  const [tall, wide] = [rows.at(-1) - rows[0] + 1, columns.at(-1) - columns[0] + 1];
  const cell = Math.max(tall, wide) / BOX;
  const [height, width] = [tall, wide].map((n) => Math.max(1, Math.floor(n / cell + 0.5)));
  const [down, across] = [shares(tall, height, cell), shares(wide, width, cell)];
  const small = down.map((a) => across.map((b) => {
    let sum = 0;
    for (const [i, p] of a) for (const [j, q] of b) sum += p * q * picture[rows[0] + i][columns[0] + j];
    return sum;
  }));
  let [mass, y, x] = [0, 0, 0];
  small.forEach((row, r) => row.forEach((ink, c) => { mass += ink; y += r * ink; x += c * ink; }));
  const place = (centre, n) => Math.min(Math.max(Math.floor(SIDE / 2 - centre + 0.500001), 0), SIDE - n);
  const [top, left] = [place(y / mass, height), place(x / mass, width)];
  small.forEach((row, r) => row.forEach((ink, c) => { frame[SIDE * (top + r) + left + c] = ink; }));
  return frame;
}

// For each of count cells the fine pixels that it covers, as [pixel, share].
function shares(size, count, cell) {
  const start = (size - count * cell) / 2;
  return Array.from({ length: count }, (_, k) => {
    const [low, high] = [start + k * cell, start + (k + 1) * cell];
    const found = [];
    for (let i = Math.max(0, Math.floor(low)); i < Math.min(size, Math.ceil(high)); i++) {
      const share = (Math.min(high, i + 1) - Math.max(low, i)) / cell;
      if (share > 0) found.push([i, share]);
    }
    return found;
  });
}

// The digits from the largest score to the smallest, the smaller digit first among equals.
export const ranking = (scores) =>
  scores.map((_, k) => k).sort((a, b) => scores[b] - scores[a] || a - b);

// A digit written with a mouse, for readers without one: strokes in the unit square.
const arc = (cx, cy, rx, ry, from, to) => Array.from({ length: 17 }, (_, i) => {
  const angle = (Math.PI / 180) * (from + ((to - from) * i) / 16);
  return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)]
    .map((value) => Math.round(1000 * value) / 1000);
});
export const EXAMPLES = [
  [arc(0.5, 0.5, 0.19, 0.3, -90, 270)],
  [[[0.53, 0.2], [0.48, 0.8]]],
  [[...arc(0.48, 0.34, 0.17, 0.14, -170, 40), [0.33, 0.77], [0.7, 0.76]]],
  [[...arc(0.46, 0.35, 0.16, 0.14, -160, 80), ...arc(0.46, 0.64, 0.19, 0.16, -80, 160)]],
  [[[0.36, 0.22], [0.32, 0.5], [0.68, 0.49]], [[0.64, 0.22], [0.6, 0.8]]],
  [[[0.66, 0.22], [0.4, 0.23], [0.37, 0.47], ...arc(0.47, 0.62, 0.18, 0.17, -100, 150)]],
  [[[0.6, 0.18], [0.45, 0.33], ...arc(0.5, 0.63, 0.16, 0.16, -160, 200)]],
  [[[0.3, 0.24], [0.68, 0.24], [0.46, 0.8]]],
  [[...arc(0.5, 0.35, 0.14, 0.14, 80, -280), ...arc(0.5, 0.64, 0.17, 0.16, -90, 270)]],
  [[...arc(0.48, 0.36, 0.15, 0.15, 0, -360), [0.63, 0.38], [0.57, 0.8]]],
];
