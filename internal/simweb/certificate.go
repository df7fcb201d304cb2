package simweb

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"sync"
	"time"
)

// Certificates are valid before and after the year 2000, where bubbles begin.
var (
	certificateFrom  = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)
	certificateUntil = time.Date(2090, 1, 1, 0, 0, 0, 0, time.UTC)
)

// An authority signs certificates for the web's names as they are asked for.
type authority struct {
	mu     sync.Mutex // never held across a wait
	self   *x509.Certificate
	key    *ecdsa.PrivateKey
	issued map[string]*tls.Certificate
	serial int64
}

// CertPool returns a pool with the one authority that signs this web's
// certificates, for a client's RootCAs.
func (w *Web) CertPool() *x509.CertPool {
	a := &w.certificate
	a.mu.Lock()
	defer a.mu.Unlock()
	a.foundLocked()
	pool := x509.NewCertPool()
	pool.AddCert(a.self)
	return pool
}

// foundLocked makes the authority's own certificate, once. What it is made of is
// ours and constant, so an error is a fault of this package.
func (a *authority) foundLocked() {
	if a.self != nil {
		return
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic("simweb: " + err.Error())
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "simweb"},
		NotBefore: certificateFrom, NotAfter: certificateUntil,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		panic("simweb: " + err.Error())
	}
	self, err := x509.ParseCertificate(der)
	if err != nil {
		panic("simweb: " + err.Error())
	}
	a.self, a.key, a.serial, a.issued = self, key, 1, map[string]*tls.Certificate{}
}

// issue returns the certificate for a host name or address.
func (a *authority) issue(host string) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.foundLocked()
	if c := a.issued[host]; c != nil {
		return c, nil
	}
	a.serial++
	form := &x509.Certificate{
		SerialNumber: big.NewInt(a.serial), Subject: pkix.Name{CommonName: host},
		NotBefore: certificateFrom, NotAfter: certificateUntil,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(host); ip != nil {
		form.IPAddresses = []net.IP{ip}
	} else {
		form.DNSNames = []string{host}
	}
	der, err := x509.CreateCertificate(rand.Reader, form, a.self, &a.key.PublicKey, a.key)
	if err != nil {
		return nil, err
	}
	c := &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: a.key}
	a.issued[host] = c
	return c, nil
}

// tlsConfig answers for the name the client asks, else the one it dialled.
func (w *Web) tlsConfig(by way) *tls.Config {
	return &tls.Config{
		NextProtos: []string{"http/1.1"},
		// One piece of an answer is one record, see sendAtOnce.
		DynamicRecordSizingDisabled: true,
		GetCertificate: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			host := hello.ServerName
			if host == "" {
				host = by.host
			}
			w.mu.Lock()
			p := by.only
			if p == nil {
				p = w.findLocked("https", host, by.port)
			}
			wrong := p != nil && p.downNow() == BadCertificate
			w.mu.Unlock()
			if wrong {
				host = "another.invalid"
			}
			return w.certificate.issue(host)
		},
	}
}
