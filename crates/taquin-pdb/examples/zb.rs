use taquin_core::*; use taquin_pdb::*;
fn main(){
  let a: Vec<String> = std::env::args().collect();
  let size = Size::new(a[1].parse().unwrap(), a[1].parse().unwrap()).unwrap();
  let threads: usize = a[3].parse().unwrap();
  let p: Partition = a[2].parse().unwrap();
  for pat in p.patterns(size, size.cells()-1).unwrap() {
    let t = std::time::Instant::now();
    let l = Layout::new(&pat).unwrap();
    let tl = t.elapsed();
    let (l,w,h) = proto(&pat, threads);
    let states: u64 = h.iter().sum();
    println!("{pat}: slots {} bytes {} states {} of {} plain {} max {:?} layout {:?} total {:?}", l.slots.count(), l.bytes(), states, l.slots.count()*l.orders.count(), pat.entries(), h.iter().rposition(|&c| c>0), tl, t.elapsed());
    std::hint::black_box(w);
  }
}
