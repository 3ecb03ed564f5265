//! Corners of the contract, each a program of a few lines that both must see alike.

use super::generated::agree;
use super::generator::Generated;
use super::setting::Setting;

/// Bodies of algorithms over ints A, B and reals C, all of length 4; `-- ` begins the algorithms
/// that stand before.
const CORNERS: &[(&str, &str)] = &[
    ("a private array written as a whole", "
        paralelno (za svaki i od 0 do 1)
            lokalno buf[3];
            buf[] = i;
            A[i] = buf[2];
        kraj_paralelno"),
    ("rounded quotients of ints and of reals", "
        paralelno (za svaki i od 0 do 3)
            a = i * 3 - 5;
            A[i] = ceil(a/2) + 10*round(a/2) + 100*floor(a/2) + 1000*ceil(a/3) + 10000*round(a/3);
            B[i] = ceil((a/-2)) + 10*round(a/-2) + 100*floor(a/-3) + 1000*ceil(a/2/2 + 1);
            C[i] = ceil(a/2.0) + 0.5*round(C[i]/2) + floor(B[i]/4);
        kraj_paralelno
        ako (ceil(B[0]/2) >= round(A[0]/2)) A[0] += ceil(7/2);"),
    ("ceil of a quotient by zero", "A[1] = 1; A[0] = ceil(A[0]/(B[1]-1));"),
    ("round of the least int by -1", "
        paralelno (za svaki i od 0 do 1) A[i] = round((-9223372036854775807 - 1)/(-i)); kraj_paralelno"),
    ("ceil of the least int by -1", "A[0] = ceil((-9223372036854775807 - B[1])/-1);"),
    ("round of large ints", "
        A[0] = round(9223372036854775807/2); A[1] = round((-9223372036854775807 - 1)/3);
        A[2] = ceil(9223372036854775807/(-9223372036854775807 - 1)); A[3] = round(5/9223372036854775807);"),
    ("first contents", "
        -- algoritam jedan(x) vrati x + 1; kraj_algoritma
        x = 2;
        polje T[4] = x*x + 1, Z[2,2] = x > 1, N[0] = x;
        B[0] = T[3];
        polje R[3] = 1;
        R[0] = 0.5;
        C[0] = R[2];
        polje S[2] = B[1] + 1;
        A[0] = S[1] + duljina(N);
        lokalno L[2] = ceil(x/2);
        A[1] = L[1];
        za k = 1 do 3 {
            polje W[k] = k;
            B[k] += W[k-1];
        }
        globalno g = 4;
        polje G[3] = g + 1;
        A[2] = G[1];
        polje F[2] = jedan(x);
        A[3] = F[1];"),
    ("first contents of each processor", "
        -- algoritam jedan(x) vrati x + 1; kraj_algoritma
        paralelno (za svaki i od 0 do 3)
            lokalno buf[i+1] = i*i;
            A[i] = buf[i];
            lokalno dva[2] = buf[0] + 1;
            B[i] += dva[1];
            lokalno tri[2] = B[i];
            A[i] += tri[0];
            polje jav[2] = i;
            B[i] += jav[1];
            ako (i > 1) {
                lokalno rub[2] = 7;
                A[i] += rub[0];
            } inace
                A[i] += 1;
            lokalno zov[2] = jedan(i);
            A[i] += zov[0];
        kraj_paralelno"),
    ("first contents that fault", "polje T[0] = 1 / (duljina(A) - 4);"),
    ("first contents never written", "ako (B[0] == 0) x = 1; polje T[2] = x;"),
    ("a private array of sequential code", "
        lokalno buf[3];
        za i = 0 do 2 buf[i] = i;
        A[0] = buf[2];"),
    ("a count beside readers who meet is counted once", "
        paralelno (za svaki i od 0 do 3)
            k = 9223372036854775806;
            x = 0;
            ako (i < 2) k = k + 1; inace x = B[0];
            A[i] = k - 9223372036854775800 + x;
        kraj_paralelno"),
    ("copies of scalars that change afterwards", "
        paralelno (za svaki i od 0 do 3)
            x = A[i];
            y = x;
            x = 2*x + 1;
            z = y;
            y = x;
            A[i] = 100*x + 10*y + z;
            ako (i != 1) {
                z = x;
                x = x - y + z + 1;
                y = z;
                B[i] = 100*x + 10*y + z;
            }
            B[i] += x + y + z;
        kraj_paralelno"),
    ("vrati in a nested block", "
        paralelno (za svaki i od 0 do 1)
            paralelno (za svaki j od 0 do 1)
                ako (j == 0) vrati;
                A[i*2+j] = 7;
            kraj_paralelno
            B[i] = 9;
        kraj_paralelno"),
    ("vrati in a nested block of all", "
        paralelno (za svaki i od 0 do 1)
            paralelno (za svaki j od 0 do 1)
                A[i*2+j] = 7;
                vrati;
            kraj_paralelno
            B[i] = 9;
        kraj_paralelno"),
    ("globalno that no block assigns", "
        globalno g = 1;
        A[0] = g + g;
        za i = 0 do 2 A[i] += g;"),
    ("a loop variable after its loop", "
        za i = 0 do 2 B[0] = i;
        A[0] = i;
        za i = 3 do 1 B[0] = i;
        A[1] = i;
        za i = 0 do 9 korak 4 { ako (i > 3) prekini; }
        A[2] = i;"),
    ("an array that an algorithm gives back", "
        -- algoritam isti(X[]) X[0] += 1; vrati X[]; kraj_algoritma
        B[] = isti(A);
        B[1] = 77;
        B[] = isti(isti(A));
        A[] = isti(A) + isti(B);"),
    ("an array handed on", "
        -- algoritam isti(X[]) vrati X[]; kraj_algoritma
        -- algoritam pisi(X[]) X[0] = 55; kraj_algoritma
        pisi(isti(A));"),
    ("two ways out", "
        -- algoritam koji(X[], k) ako (k > 0) vrati X[]; polje R[4] = 3; vrati R[]; kraj_algoritma
        B[] = koji(A, 0);
        B[] = koji(A, 1);"),
    ("a default that reads", "
        -- algoritam g(X[], m = X[0] + X[1]) vrati m; kraj_algoritma
        A[2] = g(A);
        A[3] = g(A, 5);"),
    ("arguments that call and read", "
        -- algoritam g(x, y, z) vrati x + y * z; kraj_algoritma
        -- algoritam h(X[]) X[0] += 1; vrati X[0]; kraj_algoritma
        A[2] = g(A[0], h(A), A[0] + h(B)) + A[0];"),
    ("temporaries as arguments", "
        -- algoritam zbroj(X[], k) s = k; za i = 0 do duljina(X)-1 s += X[i]; vrati s; kraj_algoritma
        A[2] = zbroj(A[] + B[], A[1]) + zbroj(unatrag(A[]), 2);"),
    ("a loop with nastavi and an update that reads", "
        za (j = 0; j < 4; j += B[1] - B[1] + 1) {
            ako (j == 1) nastavi;
            ako (j == 3) prekini;
            A[j] += 10;
        }
        A[3] = j;"),
    ("an update in the C style writes a cell", "
        za (A[0] = 0; A[0] < 3; A[0]++) A[1] += 1;"),
    ("counts that are read", "
        ponovi A[0] puta
            B[0] += 1;
        kraj_ponovi
        polje X[A[1]] = 4;
        paralelno (za svaki i od A[0] - 1 do A[2])
            B[i] += X[0];
        kraj_paralelno"),
    ("counts that are real", "
        za i = 0 do C[0] * 4 A[i mod 4] += 1;"),
    ("counts that are no whole numbers", "
        za i = 0 do log 3 A[i] += 1;"),
    ("tables as wholes", "
        polje M[2,2] = 3;
        N[] = M[] * 2;
        N[1,0] += duljina(N, 0) * 10 + duljina(M, 1) + duljina(N);
        N[] = N[] + M[];
        A[0] = N[0,1]; A[1] = N[1,1];"),
    ("a table out of bounds", "polje M[2,3] = 1; A[0] = M[0,3];"),
    ("empty ranges", "
        paralelno (za svaki i od 0 do -1) A[7] = 1; kraj_paralelno
        polje E[0];
        E[] = 1;
        za i = 0 do duljina(E) - 1 A[9] = 1;"),
    ("the ends of the ints", "
        x = -(2^62) * 2;
        za i = 2^62 * 2 - 1 + 0 do 3 A[0] = 1;"),
    ("the smallest int", "
        x = -(2^62) - 2^62;
        A[0] = x mod (0-1);
        A[1] = bit(x, 63);
        A[2] = x / (0-1);"),
    ("loops to the largest int", "
        m = 2^62 - 1 + 2^62;
        za i = m - 1 do m A[0] += 1;
        A[1] = 5;"),
    ("names again", "
        i = 7;
        paralelno (za svaki j od 0 do 3)
            za i = 0 do 1 A[j] += i;
            A[j] += i;
        kraj_paralelno
        paralelno (za svaki i od 0 do 3)
            B[i] += i;
        kraj_paralelno
        A[0] += i;"),
    ("a private of each of two blocks", "
        paralelno (za svaki i od 0 do 3)
            t = A[i];
            paralelno (za svaki j od 0 do 1)
                u = t + j;
                B[i] = u * 0 + i;
            kraj_paralelno
            u = t;
            A[i] = u;
        kraj_paralelno"),
    ("whole arrays of every processor", "
        -- algoritam dvaput(X[]) polje R[duljina(X)]; R[] = X[] * 2; vrati R[]; kraj_algoritma
        paralelno (za svaki i od 0 do 2)
            polje P[i + 1] = i;
            Y[] = dvaput(P[]) + 1;
            A[i] = Y[i];
        kraj_paralelno"),
    ("blocks side by side", "
        -- algoritam puni(X[], v) paralelno (za svaki j od 0 do v) X[0] = v*10 + j; kraj_paralelno kraj_algoritma
        paralelno (za svaki i od 0 do 3)
            ako (i mod 2 == 0) { puni(A, i); } inace { puni(A, 3 - i); A[1] = i; }
        kraj_paralelno"),
    ("sums of reals in processor order", "
        paralelno (za svaki i od 0 do 3) C[0] = 10.0^(i*6) / 3; kraj_paralelno"),
    ("neutral elements", "
        -- algoritam ⊕_n(X[]) r = neutralni(⊕); X[0] = X[0] ⊕ r; kraj_algoritma
        +_n(A); *_n(A); max_n(A); min_n(A); xor_n(A);
        max_n(C); min_n(C); +_n(C);
        Q[] = A[] > 2; and_n(Q); or_n(Q); xor_n(Q);
        B[] = A[] mod 2; and_n(B); or_n(B);"),
    ("an operator of the user's on cells", "
        -- algoritam veci(a, b) ako (a > b) vrati a; vrati b; kraj_algoritma
        -- neutralni veci = 0;
        -- algoritam ⊕_korak(X[]) paralelno (za svaki i od 0 do 1) X[i*2] ⊕= X[i*2+1]; kraj_paralelno kraj_algoritma
        veci_korak(A); +_korak(B);"),
    ("calls behind and, or", "
        -- algoritam g(X[], i) X[0] += 1; vrati X[i] > 1; kraj_algoritma
        paralelno (za svaki i od 0 do 3)
            ako (B[i] > 2 and g(A, i) or i == 0 and g(B, i)) C[i] = 1;
        kraj_paralelno
        q = g(A, 1) and (g(A, 2) or g(A, 3));
        x = 1 and (A[0] > 100 or g(B, 0));"),
    ("calls in subscripts", "
        -- algoritam g(X[], i) vrati X[i] mod 4; kraj_algoritma
        A[g(B, 0)] += A[g(B, 1)] + B[g(A, 2)];"),
    ("a step that only divides", "paralelno (za svaki i od 0 do 3) t = 1 / (i - 2); kraj_paralelno"),
    ("a fault in a header", "
        paralelno (za svaki i od 0 do 3)
            za j = 0 do 3 korak (i - 2) B[i] = 1;
        kraj_paralelno"),
    ("an assertion in a block", "paralelno (za svaki i od 0 do 3) A[i] = i; tvrdi(i < 2); kraj_paralelno"),
    ("whole arrays of different lengths", "polje X[3] = 1; A[] = X[] + A[];"),
    ("never written", "polje X[3]; X[1] = 1; A[] = A[]; B[0] = X[1] + X[2];"),
    ("never written as a whole", "polje X[4]; X[1] = 1; A[] += X[];"),
    ("never assigned", "ako (A[0] > 100) x = 1; paralelno (za svaki i od 0 do 1) A[i] = x; kraj_paralelno"),
    ("no truth", "paralelno (za svaki i od 0 do 3) ako (A[i] and 1) B[i] = 1; kraj_paralelno"),
    ("an array made again in a loop", "
        za i = 0 do 2 { polje X[2]; X[0] = i; }
        A[0] = X[0]; A[1] = X[1];"),
    ("recursion that makes arrays", "
        -- algoritam pola(X[], n) ako (n < 2) vrati X[0]; polje Y[n/2]; paralelno (za svaki i od 0 do n/2-1) Y[i] = X[2*i] + X[2*i+1]; kraj_paralelno vrati pola(Y, n/2); kraj_algoritma
        A[0] = pola(A, 4);"),
    ("recursion that splits", "
        -- algoritam brzo(X[], lo, hi) ako (lo < hi) { m = (lo + hi) / 2; paralelno (za svaki s od 0 do 1) brzo(X, lo + s*(m + 1 - lo), m + s*(hi - m)); kraj_paralelno X[hi] += X[m]; } kraj_algoritma
        brzo(A, 0, 3);"),
    ("a parameter that is assigned", "
        -- algoritam g(k, X[]) k += 1; paralelno (za svaki i od 0 do 1) X[i] = k; kraj_paralelno vrati k; kraj_algoritma
        n = 4;
        A[2] = g(n, A) + n;"),
    ("a real parameter", "
        -- algoritam g(k) k = k / 2; k += 0.5; vrati k; kraj_algoritma
        C[0] = g(3);
        C[1] = g(3.0);"),
    ("logic on ints that stays int", "
        A[0] = (A[1] mod 2) and (A[2] mod 2);
        A[1] = not (A[2] mod 2);
        A[2] = 0 and A[3];"),
    ("rules that do not combine reals", "
        paralelno (za svaki i od 0 do 3) B[0] = A[i]; kraj_paralelno
        Q[] = A[] > 2;
        paralelno (za svaki i od 0 do 3) Q[1] = i < 2; kraj_paralelno
        B[1] = 0;
        ako (Q[1]) B[1] = 1;
        paralelno (za svaki i od 0 do 3) C[i / 2] = C[i]; kraj_paralelno"),
    ("sums that overflow", "
        paralelno (za svaki i od 0 do 3) A[3 - i / 2] = 2^62; kraj_paralelno"),
    ("lines of two groups", "
        paralelno (za svaki i od 0 do 3)
            ako (i mod 2 == 0) ispisi(i);
            inace { ispisi(i); ispisi(10 + i); }
            ispisi(100 + i);
            ako (i > 1) { A[i] = 7; ispisi(i, A[i]); }
            inace { ispisi(\"b\", i); B[i] = 7; ispisi(i, B[i]); A[i] = 0; ispisi(i); }
            ispisi(i);
        kraj_paralelno
        ispisi(A[]);"),
    ("lines of nested blocks", "
        -- algoritam javi(x) ispisi(x); vrati x; kraj_algoritma
        paralelno (za svaki i od 0 do 2)
            ako (i != 1)
                paralelno (za svaki j od 0 do i) ispisi(i, j); javi(i * 10 + j); kraj_paralelno
            inace
                za k = 0 do 2 ispisi(i, -k);
            t = javi(i);
        kraj_paralelno"),
    ("globalno in a block", "
        paralelno (za svaki i od 0 do 3)
            globalno g;
            g = A[i];
            B[i] = g;
        kraj_paralelno"),
    ("globalno in nested blocks", "
        paralelno (za svaki i od 0 do 1)
            paralelno (za svaki j od 0 do 1)
                globalno h = A[i * 2 + j];
                B[i * 2 + j] = h;
            kraj_paralelno
        kraj_paralelno
        paralelno (za svaki i od 0 do 1)
            ako (i == 1) A[i] = h;
        kraj_paralelno
        A[0] = h;"),
    ("globalno of every call", "
        -- algoritam f(X[], i) ako (i >= 0) paralelno (za svaki j od 0 do 1) globalno g; g = i + j; X[i] = g; kraj_paralelno kraj_algoritma
        paralelno (za svaki i od 0 do 3) f(A, i); kraj_paralelno"),
    ("lokalno again in a loop", "
        paralelno (za svaki i od 0 do 3)
            za k = 0 do 1 {
                lokalno x;
                ako (k == 0 or i < 2) x = i;
                A[i] = x;
            }
        kraj_paralelno"),
    ("lokalno again, as a cell of nested processors", "
        paralelno (za svaki i od 0 do 1)
            za k = 0 do 1 {
                lokalno x;
                ako (k == 0) paralelno (za svaki j od 0 do 0) x = i; kraj_paralelno
                A[i] = x;
            }
        kraj_paralelno"),
    ("lokalno again outside of blocks", "
        za k = 0 do 3 { lokalno x; ako (k != 2) x = k; A[k] = x; }"),
    ("zeros of both signs", "
        paralelno (za svaki i od 0 do 1) C[0] = (i - 1) * 0.0; kraj_paralelno
        paralelno (za svaki i od 0 do 3) C[1] = (0.0 - i mod 2) * (i / 2); kraj_paralelno"),
    ("an array assigned to itself by a call", "
        -- algoritam isti(X[]) X[0] += 1; vrati X[]; kraj_algoritma
        -- algoritam mijenja(X[]) X[1] += 1; kraj_algoritma
        A[] = isti(A[]);
        A[] = isti(isti(A));
        A[] = mijenja(A);
        B[] = isti(A[]);"),
    ("a private array that one of two blocks writes", "
        -- algoritam dva(X[], s) paralelno (za svaki j od 0 do 1) X[j] = X[j] + s; kraj_paralelno paralelno (za svaki j od 0 do 1) t = X[0] + s; kraj_paralelno vrati X[0]; kraj_algoritma
        -- algoritam dublje(X[], s) paralelno (za svaki j od 0 do 1) t = X[j]; paralelno (za svaki k od 0 do 1) u = X[k]; kraj_paralelno kraj_paralelno paralelno (za svaki j od 0 do 1) t = X[j]; paralelno (za svaki k od 0 do 0) ako (j == 1) X[j] = s; kraj_paralelno kraj_paralelno kraj_algoritma
        -- algoritam izvana(X[]) paralelno (za svaki j od 0 do 0) t = X[j]; kraj_paralelno paralelno (za svaki j od 0 do 0) t = X[j]; dublje(X, 2); kraj_paralelno kraj_algoritma
        paralelno (za svaki i od 0 do 1)
            lokalno buf[2] = {4, 0};
            A[i] = dva(buf, i);
            A[i] = buf[0];
            lokalno cub[2] = {5, 6};
            dublje(cub, i);
            lokalno duf[2] = {5, 6};
            izvana(duf);
            B[i] = cub[1] + duf[1];
        kraj_paralelno"),
];

#[test]
fn the_machine_and_its_twin_agree_in_the_corners() {
    let mut failures = Vec::new();
    for (title, corner) in CORNERS {
        let is_helper = |line: &&str| line.trim_start().starts_with("-- ");
        let helpers = corner
            .lines()
            .filter(is_helper)
            .map(|line| line.trim_start()[3..].to_owned());
        let body = corner
            .lines()
            .filter(|line| !is_helper(line))
            .map(str::to_owned);
        let mut lines: Vec<String> = helpers.collect();
        lines.push("ulaz A[], B[], C[]; program".to_owned());
        lines.extend(body);
        lines.push("izlaz A[], B[], C[]; kraj_programa".to_owned());
        let generated = Generated {
            text: lines.join("\n"),
            n: None,
            ints: [vec![3, 2, 1, 4], vec![5, 1, 3, 2]],
            reals: vec![0.5, 1.5, 2.0, 0.25],
        };
        for model in [
            "crcw",
            "erew",
            "crew",
            "crcw-common",
            "crcw-sum",
            "crcw-xor",
            "crcw-priority",
        ] {
            if let Err(difference) = agree(&generated, &Setting::on(model)) {
                failures.push(format!("{title} on {model}: {difference}"));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
